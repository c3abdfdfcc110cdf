package dev.sluice.testkit.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The header fields of a request, in the order they came, found by names in any case.
 *
 * @since 0.1
 */
public final class HttpFields {
    private final List<Map.Entry<String, String>> entries;
    private final Map<String, List<String>> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    private HttpFields(Iterable<Map.Entry<String, String>> fields) {
        List<Map.Entry<String, String>> copy = new ArrayList<>();
        for (Map.Entry<String, String> field : fields) {
            copy.add(Map.entry(field.getKey(), field.getValue()));
            byName.computeIfAbsent(field.getKey(), name -> new ArrayList<>(1)).add(field.getValue());
        }
        this.entries = List.copyOf(copy);
    }

    /**
     * Copies fields.
     *
     * @param fields names and values
     * @return the fields
     */
    public static HttpFields of(Iterable<Map.Entry<String, String>> fields) {
        return new HttpFields(fields);
    }

    /**
     * The first value of a field.
     *
     * @param name its name, in any case
     * @return the value, or null when the field is not there
     */
    public @Nullable String first(String name) {
        List<String> values = byName.get(name);
        return values == null ? null : values.get(0);
    }

    /**
     * The first value of a field.
     *
     * @param name its name, in any case
     * @param otherwise what to give when the field is not there
     * @return the value
     */
    public String first(String name, String otherwise) {
        String value = first(name);
        return value == null ? otherwise : value;
    }

    /**
     * Every value of a field.
     *
     * @param name its name, in any case
     * @return the values; empty when the field is not there
     */
    public List<String> all(String name) {
        List<String> values = byName.get(name);
        return values == null ? List.of() : List.copyOf(values);
    }

    /**
     * Whether a field is there.
     *
     * @param name its name, in any case
     * @return true if it is
     */
    public boolean has(String name) {
        return byName.containsKey(name);
    }

    /**
     * All the fields.
     *
     * @return names and values, in the order they came
     */
    public List<Map.Entry<String, String>> entries() {
        return entries;
    }
}
