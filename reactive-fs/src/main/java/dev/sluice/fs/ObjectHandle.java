package dev.sluice.fs;

/**
 * One version of one object: whatever is read through a handle comes from the very bytes that were there when it was
 * opened, or fails with {@link ObjectChangedException}.
 *
 * @param path where the object is
 * @param size its length in bytes
 * @param etag its entity tag with the quotes, as S3 gave it; sent as {@code If-Match} on every range
 * @since 0.1
 */
public record ObjectHandle(S3Path path, long size, String etag) {
    /**
     * Checks the size.
     *
     * @param path as the record says
     * @param size as the record says
     * @param etag as the record says
     */
    public ObjectHandle {
        if (size < 0) {
            throw new IllegalArgumentException("negative size: " + size);
        }
    }
}
