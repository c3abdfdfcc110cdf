package dev.sluice.fs;

import org.jspecify.annotations.Nullable;

/**
 * There is no such object, or no such bucket.
 *
 * @since 0.1
 */
public final class ObjectNotFoundException extends StorageException {
    private static final long serialVersionUID = 1L;

    /**
     * Describes what failed.
     *
     * @param message what, where, and what to do
     * @param cause the error below, or null
     */
    public ObjectNotFoundException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    public boolean isRetryable() {
        return false;
    }
}
