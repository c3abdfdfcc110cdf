package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.http.HttpCall;
import dev.sluice.testkit.internal.sigv4.UriEncoding;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a path-style request is about.
 *
 * @param bucket the bucket; empty when about none
 * @param key the key, decoded; empty when about none
 * @param query the query's parameters, decoded, the first of each name
 */
record Target(String bucket, String key, Map<String, String> query) {
    static Target of(HttpCall call) {
        String path = call.path();
        int slash = path.indexOf('/', 1);
        String bucket = path.isEmpty() ? "" : path.substring(1, slash < 0 ? path.length() : slash);
        String key = slash < 0 ? "" : path.substring(slash + 1);
        Map<String, String> query = new LinkedHashMap<>();
        UriEncoding.query(call.query()).forEach(pair -> query.putIfAbsent(pair.getKey(), pair.getValue()));
        return new Target(UriEncoding.decode(bucket, false), UriEncoding.decode(key, false), query);
    }

    boolean has(String parameter) {
        return query.containsKey(parameter);
    }
}
