package dev.sluice.testkit.s3;

import java.nio.file.Path;
import java.time.Instant;

/**
 * An object at rest.
 *
 * @param bucket its bucket
 * @param key its key
 * @param size its length in bytes
 * @param etag its entity tag, with the quotes
 * @param lastModified when it was stored
 * @param file where its bytes are; never written again once stored
 * @since 0.1
 */
public record StoredObject(String bucket, String key, long size, String etag, Instant lastModified, Path file) {}
