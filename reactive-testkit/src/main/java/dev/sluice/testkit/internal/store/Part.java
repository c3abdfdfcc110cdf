package dev.sluice.testkit.internal.store;

import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A part of a multipart upload, and, once that is complete, of the object.
 *
 * @param number its number, from 1
 * @param size its length in bytes
 * @param etag its entity tag, with the quotes
 * @param file its bytes, as long as the upload is not complete
 * @param checksum its checksum, if it has one
 * @param lastModified when it came
 */
public record Part(
        int number,
        long size,
        String etag,
        Path file,
        @Nullable StoredChecksum checksum,
        Instant lastModified) {}
