package dev.sluice.fs;

import org.jspecify.annotations.Nullable;

/**
 * S3 said no, or said nothing. The message names the path, the range and the attempts made.
 *
 * @since 0.1
 */
public abstract sealed class StorageException extends RuntimeException
        permits ObjectNotFoundException,
                StorageAccessDeniedException,
                ObjectChangedException,
                RangeNotSatisfiableException,
                RangeExceedsBudgetException,
                StorageRequestRejectedException,
                StorageUnavailableException {
    private static final long serialVersionUID = 1L;

    /**
     * Describes what failed.
     *
     * @param message what, where, and what to do
     * @param cause the SDK's error, or null
     */
    StorageException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Whether the same request may work later.
     *
     * @return true for throttling, broken connections and faults of the service
     */
    public abstract boolean isRetryable();
}
