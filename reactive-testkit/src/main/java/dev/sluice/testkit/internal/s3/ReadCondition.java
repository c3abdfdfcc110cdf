package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.internal.store.ETags;
import dev.sluice.testkit.internal.store.Entry;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a GET, HEAD or copy, by entity tag and by date. A tag's outcome outweighs that of the date of the
 * same direction.
 *
 * @param ifMatch or null
 * @param ifNoneMatch or null
 * @param ifModifiedSince or null
 * @param ifUnmodifiedSince or null
 */
record ReadCondition(
        @Nullable String ifMatch,
        @Nullable String ifNoneMatch,
        @Nullable String ifModifiedSince,
        @Nullable String ifUnmodifiedSince) {
    private static final List<DateTimeFormatter> OLD_DATES = List.of(
            DateTimeFormatter.ofPattern("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", Locale.ENGLISH),
            DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy", Locale.ENGLISH));

    /** What a condition says. */
    enum Outcome {
        HOLDS,
        NOT_MODIFIED,
        FAILED
    }

    static ReadCondition of(S3Call call) {
        return new ReadCondition(
                call.header("If-Match"),
                call.header("If-None-Match"),
                call.header("If-Modified-Since"),
                call.header("If-Unmodified-Since"));
    }

    static ReadCondition ofCopySource(S3Call call) {
        return new ReadCondition(
                call.header("x-amz-copy-source-if-match"),
                call.header("x-amz-copy-source-if-none-match"),
                call.header("x-amz-copy-source-if-modified-since"),
                call.header("x-amz-copy-source-if-unmodified-since"));
    }

    Outcome check(Entry entry) {
        if (ifMatch != null) {
            if (!ETags.matches(ifMatch, entry.etag())) {
                return Outcome.FAILED;
            }
        } else if (isModifiedSince(entry, ifUnmodifiedSince, false)) {
            return Outcome.FAILED;
        }
        if (ifNoneMatch != null) {
            return ETags.matches(ifNoneMatch, entry.etag()) ? Outcome.NOT_MODIFIED : Outcome.HOLDS;
        }
        return isModifiedSince(entry, ifModifiedSince, true) ? Outcome.HOLDS : Outcome.NOT_MODIFIED;
    }

    private static boolean isModifiedSince(Entry entry, @Nullable String date, boolean otherwise) {
        Instant since = date == null ? null : parse(date);
        return since == null
                ? otherwise
                : entry.lastModified().truncatedTo(ChronoUnit.SECONDS).isAfter(since);
    }

    /** A date that is none is as good as no condition. */
    private static @Nullable Instant parse(String date) {
        try {
            return ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
        } catch (DateTimeParseException e) {
            for (DateTimeFormatter format : OLD_DATES) {
                try {
                    return LocalDateTime.parse(date, format).toInstant(ZoneOffset.UTC);
                } catch (DateTimeParseException another) {
                    e.addSuppressed(another);
                }
            }
            return null;
        }
    }
}
