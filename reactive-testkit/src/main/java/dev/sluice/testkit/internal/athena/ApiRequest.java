package dev.sluice.testkit.internal.athena;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A request's members, read under the limits of the service's model. */
final class ApiRequest {
    static final Pattern WORK_GROUP = Pattern.compile("[a-zA-Z0-9._-]{1,128}");
    private static final int MAX_PAGE_TOKEN = 1024;

    private final JsonNode json;

    ApiRequest(JsonNode json) {
        this.json = json;
    }

    JsonNode json() {
        return json;
    }

    /** A structure inside; one without members if it is missing. */
    ApiRequest structure(String name) {
        JsonNode node = json.path(name);
        if (!node.isObject() && has(name)) {
            throw wrongType(name);
        }
        return new ApiRequest(node);
    }

    boolean has(String name) {
        return json.hasNonNull(name);
    }

    String required(String name, int min, int max) {
        String value = optional(name, min, max);
        if (value == null) {
            throw violation("null", name, "Member must not be null");
        }
        return value;
    }

    @Nullable
    String optional(String name, int min, int max) {
        if (!has(name)) {
            return null;
        }
        JsonNode node = json.path(name);
        if (!node.isTextual()) {
            throw wrongType(name);
        }
        String value = node.textValue();
        if (value.length() < min) {
            throw violation(quote(value), name, "Member must have length greater than or equal to " + min);
        }
        if (value.length() > max) {
            throw violation(quote(value), name, "Member must have length less than or equal to " + max);
        }
        return value;
    }

    String optional(String name, int min, int max, String otherwise) {
        String value = optional(name, min, max);
        return value == null ? otherwise : value;
    }

    /** A name that must match a pattern. */
    @Nullable
    String matching(String name, Pattern pattern) {
        String value = optional(name, 0, Integer.MAX_VALUE);
        if (value != null && !pattern.matcher(value).matches()) {
            throw violation(quote(value), name, "Member must satisfy regular expression pattern: " + pattern.pattern());
        }
        return value;
    }

    <E extends Enum<E>> @Nullable E choice(String name, Class<E> of) {
        String value = optional(name, 0, Integer.MAX_VALUE);
        if (value == null) {
            return null;
        }
        List<String> names = new ArrayList<>();
        for (E constant : of.getEnumConstants()) {
            if (constant.name().equals(value)) {
                return constant;
            }
            names.add(constant.name());
        }
        throw violation(quote(value), name, "Member must satisfy enum value set: " + names);
    }

    int number(String name, int min, int max, int otherwise) {
        if (!has(name)) {
            return otherwise;
        }
        JsonNode node = json.path(name);
        if (!node.canConvertToExactIntegral() || !node.isNumber()) {
            throw wrongType(name);
        }
        if (node.longValue() < min) {
            throw violation(quote(node.asText()), name, "Member must have value greater than or equal to " + min);
        }
        if (node.longValue() > max) {
            throw violation(quote(node.asText()), name, "Member must have value less than or equal to " + max);
        }
        return node.intValue();
    }

    boolean flag(String name, boolean otherwise) {
        if (!has(name)) {
            return otherwise;
        }
        JsonNode node = json.path(name);
        if (!node.isBoolean()) {
            throw wrongType(name);
        }
        return node.booleanValue();
    }

    /** Strings, each of at least one character. */
    List<String> strings(String name) {
        List<String> values = new ArrayList<>();
        JsonNode node = json.path(name);
        if (has(name) && !node.isArray()) {
            throw wrongType(name);
        }
        for (JsonNode value : node) {
            if (!value.isTextual()) {
                throw wrongType(name);
            }
            if (value.textValue().isEmpty()) {
                throw violation("[]", name, "Member must have length greater than or equal to 1");
            }
            values.add(value.textValue());
        }
        return values;
    }

    /** The number that a list's NextToken carries; 0 for the first page. */
    int pageStart() {
        String token = optional("NextToken", 1, MAX_PAGE_TOKEN);
        return token == null ? 0 : Math.toIntExact(PageToken.read(token, ""));
    }

    static ApiError violation(String value, String member, String constraint) {
        String name = Character.toLowerCase(member.charAt(0)) + member.substring(1);
        return ApiError.invalid("1 validation error detected: Value " + value + " at '" + name
                + "' failed to satisfy constraint: " + constraint);
    }

    private static ApiError wrongType(String member) {
        return ApiError.of(400, "SerializationException", "Unexpected type of the member " + member);
    }

    private static String quote(String value) {
        int shown = 200;
        return "'" + (value.length() <= shown ? value : value.substring(0, shown) + "…") + "'";
    }
}
