package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.EngineException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** {@code s3://bucket/prefix/}, the place of a table or of an UNLOAD; the prefix ends with a slash unless it is empty. */
record Location(String bucket, String prefix) {
    static Location parse(String uri) {
        if (!uri.startsWith("s3://")) {
            throw new IllegalArgumentException("not an S3 location: " + uri);
        }
        int slash = uri.indexOf('/', 5);
        String bucket = slash < 0 ? uri.substring(5) : uri.substring(5, slash);
        String prefix = slash < 0 ? "" : uri.substring(slash + 1);
        return new Location(bucket, prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/");
    }

    static Location of(String uri) throws EngineException {
        try {
            return parse(uri);
        } catch (IllegalArgumentException e) {
            throw EngineErrors.with(EngineErrors.semantic("INVALID_PROPERTY: Invalid location URI: " + uri), e);
        }
    }

    Location child(String name) {
        return new Location(bucket, prefix + name);
    }

    String uri(String key) {
        return "s3://" + bucket + "/" + key;
    }

    /** The values that the directories {@code key=value} under this place give, the names in lower case. */
    Map<String, String> partition(String key) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String part : key.substring(prefix.length()).split("/", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                values.put(
                        part.substring(0, equals).toLowerCase(Locale.ROOT),
                        URLDecoder.decode(part.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return values;
    }

    /** Files that Hive passes over: a name that starts with a dot or an underscore. */
    static boolean isHidden(String key) {
        String name = key.substring(key.lastIndexOf('/') + 1);
        return name.startsWith("_") || name.startsWith(".") || name.isEmpty();
    }
}
