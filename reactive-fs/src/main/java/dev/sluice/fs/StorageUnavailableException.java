package dev.sluice.fs;

import org.jspecify.annotations.Nullable;

/**
 * Throttled, broken off, timed out, or failed inside the service, and no attempt is left.
 *
 * @since 0.1
 */
public final class StorageUnavailableException extends StorageException {
    private static final long serialVersionUID = 1L;

    /**
     * Describes what failed.
     *
     * @param message what, where, and what to do
     * @param cause the error below, or null
     */
    public StorageUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    public boolean isRetryable() {
        return true;
    }
}
