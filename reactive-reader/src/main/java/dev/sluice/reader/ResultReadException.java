package dev.sluice.reader;

import org.jspecify.annotations.Nullable;

/**
 * The query succeeded, but its result could not be fetched: an object is missing or denied, S3 or Athena kept failing, or a
 * connection kept breaking.
 *
 * @since 0.1
 */
public final class ResultReadException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** The retryable. */
    private final boolean retryable;

    /**
     * Says what could not be fetched.
     *
     * @param what what failed, where, and what to do
     * @param retryable whether the same request may work later
     * @param cause the error of the store or the service, or null
     */
    public ResultReadException(String what, boolean retryable, @Nullable Throwable cause) {
        this(what, retryable, null, cause);
    }

    private ResultReadException(
            String description, boolean retryable, @Nullable String queryExecutionId, @Nullable Throwable cause) {
        super(description, queryExecutionId, cause);
        this.retryable = retryable;
    }

    @Override
    public boolean isRetryable() {
        return retryable;
    }

    @Override
    SluiceException copyFor(String id) {
        return new ResultReadException(description(), retryable, id, getCause());
    }
}
