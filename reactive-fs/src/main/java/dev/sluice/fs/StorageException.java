package dev.sluice.fs;

import org.jspecify.annotations.Nullable;

/**
 * S3 said no, or said nothing.
 *
 * @since 0.1
 */
public abstract class StorageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Describes what failed.
     *
     * @param message what, where, and what to do
     * @param cause the SDK's error, or null
     */
    protected StorageException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Whether the same request may work later.
     *
     * @return true for throttling, broken connections and faults of the service
     */
    public abstract boolean isRetryable();
}
