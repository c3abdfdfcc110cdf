package dev.sluice.fs.internal.read;

import org.jspecify.annotations.Nullable;

/**
 * What a response says of its body before the body comes.
 *
 * @param offset where in the object the body starts
 * @param length how many bytes the body has
 * @param objectSize how many the object has
 * @param etag the object's entity tag, or null if the response has none
 */
public record ResponseHead(
        long offset, long length, long objectSize, @Nullable String etag) {}
