package dev.sluice.fs.internal.read;

import dev.sluice.fs.S3Path;
import org.jspecify.annotations.Nullable;

/**
 * One GET of a part of an object.
 *
 * @param path where the object is
 * @param ifMatch the entity tag that it must still have, or null if any version will do
 * @param range the Range header
 */
public record RangeGet(S3Path path, @Nullable String ifMatch, String range) {
    static RangeGet of(S3Path path, String ifMatch, long offset, long length) {
        return new RangeGet(path, ifMatch, "bytes=" + offset + "-" + (offset + length - 1));
    }

    static RangeGet suffix(S3Path path, long length) {
        return new RangeGet(path, null, "bytes=-" + length);
    }
}
