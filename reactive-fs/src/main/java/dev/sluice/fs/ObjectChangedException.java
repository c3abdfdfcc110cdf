package dev.sluice.fs;

import org.jspecify.annotations.Nullable;

/**
 * The object is no longer the one that was opened.
 *
 * @since 0.1
 */
public final class ObjectChangedException extends StorageException {
    private static final long serialVersionUID = 1L;

    /**
     * Says which object changed.
     *
     * @param object the version that was opened
     * @param cause S3's answer, or null
     */
    public ObjectChangedException(ObjectHandle object, @Nullable Throwable cause) {
        super(object.path() + " was replaced while it was read (opened as " + object.etag() + ")", cause);
    }

    @Override
    public boolean isRetryable() {
        return false;
    }
}
