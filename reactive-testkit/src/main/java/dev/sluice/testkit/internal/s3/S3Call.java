package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.http.HttpCall;
import dev.sluice.testkit.internal.sigv4.Signer;
import dev.sluice.testkit.internal.store.StorageFailure;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that has been taken apart and whose signature holds.
 *
 * @param http as it came
 * @param target what it is about
 * @param signer who signed it
 */
record S3Call(HttpCall http, Target target, Signer signer) {
    String bucket() {
        return target.bucket();
    }

    String key() {
        return target.key();
    }

    @Nullable
    String header(String name) {
        return http.headers().first(name);
    }

    /** The first value of a query parameter; null when it is not there. */
    @Nullable
    String query(String name) {
        return target.query().get(name);
    }

    String query(String name, String otherwise) {
        return target.query().getOrDefault(name, otherwise);
    }

    /** A query parameter that is a number. */
    int number(String name, int otherwise, int least, int most) {
        String value = query(name);
        if (value == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= least) {
                return Math.min(number, most);
            }
        } catch (NumberFormatException e) {
            // Answered below, as a number out of range is.
        }
        throw StorageFailure.invalidArgument("Provided " + name + " not an integer or within integer range");
    }

    /** The version asked for; null for the current one. */
    @Nullable
    String versionId() {
        return query("versionId");
    }

    /** The part number asked for, which must be there. */
    int partNumber() {
        int number = number("partNumber", 0, 0, Integer.MAX_VALUE);
        if (number < 1 || number > 10_000) {
            throw StorageFailure.invalidArgument("Part number must be an integer between 1 and 10000, inclusive");
        }
        return number;
    }

    /** The headers whose names start with a prefix, by their names in lower case. */
    Map<String, String> headers(String prefix) {
        Map<String, String> found = new LinkedHashMap<>();
        for (Map.Entry<String, String> header : http.headers().entries()) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (name.startsWith(prefix)) {
                found.merge(name, header.getValue(), (a, b) -> a + "," + b);
            }
        }
        return found;
    }
}
