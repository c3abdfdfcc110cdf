package dev.sluice.fs;

import org.jspecify.annotations.Nullable;

/**
 * The object has none of the bytes that were asked for; so it is with the tail of an empty object.
 *
 * @since 0.1
 */
public final class RangeNotSatisfiableException extends StorageException {
    private static final long serialVersionUID = 1L;

    /**
     * Describes what failed.
     *
     * @param message what, where, and what to do
     * @param cause the error below, or null
     */
    public RangeNotSatisfiableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    public boolean isRetryable() {
        return false;
    }
}
