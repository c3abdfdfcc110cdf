package dev.sluice.fs;

import org.jspecify.annotations.Nullable;

/**
 * S3 refused the request, or answered something else than what was asked; the same request would fail again.
 *
 * @since 0.1
 */
public final class StorageRequestRejectedException extends StorageException {
    private static final long serialVersionUID = 1L;

    /**
     * Describes what failed.
     *
     * @param message what, where, and what to do
     * @param cause the error below, or null
     */
    public StorageRequestRejectedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    public boolean isRetryable() {
        return false;
    }
}
