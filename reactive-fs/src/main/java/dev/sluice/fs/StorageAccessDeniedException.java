package dev.sluice.fs;

import org.jspecify.annotations.Nullable;

/**
 * The credentials may not read the object. S3 answers so for a missing object too, unless they may list the bucket.
 *
 * @since 0.1
 */
public final class StorageAccessDeniedException extends StorageException {
    private static final long serialVersionUID = 1L;

    /**
     * Describes what failed.
     *
     * @param message what, where, and what to do
     * @param cause the error below, or null
     */
    public StorageAccessDeniedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    public boolean isRetryable() {
        return false;
    }
}
