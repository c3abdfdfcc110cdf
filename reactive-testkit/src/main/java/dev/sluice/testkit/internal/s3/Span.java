package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.internal.store.StorageFailure;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an object that a request asks for.
 *
 * @param first the offset of the first
 * @param length how many
 */
record Span(long first, long length) {
    private static final Pattern ONE_RANGE = Pattern.compile("bytes=(\\d*)-(\\d*)");

    /**
     * Reads a {@code Range} header: first and last, open, or suffix. One that is malformed or names several ranges is
     * ignored, as S3 does.
     *
     * @return the span, or null for the whole object
     */
    static @Nullable Span parse(@Nullable String range, long size) {
        Matcher matcher = range == null ? null : ONE_RANGE.matcher(range.strip());
        if (matcher == null || !matcher.matches()) {
            return null;
        }
        String from = matcher.group(1);
        String to = matcher.group(2);
        if (from.isEmpty() && to.isEmpty()) {
            return null;
        }
        if (from.isEmpty()) {
            long suffix = Math.min(number(to), size);
            if (suffix == 0) {
                throw unsatisfiable(String.valueOf(range), size);
            }
            return new Span(size - suffix, suffix);
        }
        long first = number(from);
        long last = to.isEmpty() ? Long.MAX_VALUE : number(to);
        if (last < first) {
            return null;
        }
        if (first >= size) {
            throw unsatisfiable(String.valueOf(range), size);
        }
        return new Span(first, Math.min(last, size - 1) - first + 1);
    }

    /** A part's source range, which must lie within the source. */
    static Span strict(String range, long size) {
        Matcher matcher = ONE_RANGE.matcher(range.strip());
        if (!matcher.matches() || matcher.group(1).isEmpty() || matcher.group(2).isEmpty()) {
            throw StorageFailure.invalidArgument(
                    "The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the"
                            + " zero-based offsets of the first and last bytes to copy");
        }
        long first = number(matcher.group(1));
        long last = number(matcher.group(2));
        if (last < first || last >= size) {
            throw StorageFailure.invalidArgument("Range specified is not valid for source object of size: " + size);
        }
        return new Span(first, last - first + 1);
    }

    String contentRange(long size) {
        return "bytes " + first + '-' + (first + length - 1) + '/' + size;
    }

    private static long number(String digits) {
        // More digits than a long has are beyond the end of any object.
        return digits.length() > 18 ? Long.MAX_VALUE : Long.parseLong(digits);
    }

    private static StorageFailure unsatisfiable(String range, long size) {
        return new StorageFailure(
                416,
                "InvalidRange",
                "The requested range is not satisfiable",
                Map.of("RangeRequested", range, "ActualObjectSize", String.valueOf(size)));
    }
}
