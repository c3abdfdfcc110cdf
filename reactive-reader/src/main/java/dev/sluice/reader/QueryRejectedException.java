package dev.sluice.reader;

import org.jspecify.annotations.Nullable;

/**
 * Athena did not take the query: it could not be parsed, the workgroup or the output location is wrong, a right is missing, or
 * it kept throttling longer than the reader kept trying. Nothing ran.
 *
 * @since 0.1
 */
public final class QueryRejectedException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** The error code. */
    private final @Nullable String errorCode;
    /** The retryable. */
    private final boolean retryable;

    /**
     * Says why the query was not taken.
     *
     * @param reason Athena's own words, such as {@code line 1:10: mismatched input 'FORM'}
     * @param errorCode Athena's error code, such as {@code MALFORMED_QUERY}, or the type of its error; null if it gave none
     * @param retryable whether the same request may be taken later
     * @param cause the SDK's error, or null
     */
    public QueryRejectedException(
            String reason, @Nullable String errorCode, boolean retryable, @Nullable Throwable cause) {
        this(reason, errorCode, retryable, null, cause);
    }

    private QueryRejectedException(
            String description,
            @Nullable String errorCode,
            boolean retryable,
            @Nullable String queryExecutionId,
            @Nullable Throwable cause) {
        super(description, queryExecutionId, cause);
        this.errorCode = errorCode;
        this.retryable = retryable;
    }

    /**
     * Athena's code for the error.
     *
     * @return such as {@code MALFORMED_QUERY} or {@code TooManyRequestsException}, or null
     */
    public @Nullable String errorCode() {
        return errorCode;
    }

    @Override
    public boolean isRetryable() {
        return retryable;
    }

    @Override
    SluiceException copyFor(String id) {
        return new QueryRejectedException(description(), errorCode, retryable, id, getCause());
    }
}
