package dev.sluice.reader;

import org.jspecify.annotations.Nullable;

/**
 * The root of every error that a query or its result ends with. Errors of the caller's own functions (a mapper that throws)
 * pass through as they are, and misuse of the API is told at once by {@link IllegalArgumentException} or
 * {@link IllegalStateException}.
 *
 * @since 0.1
 */
public abstract sealed class SluiceException extends RuntimeException
        permits QueryFailedException,
                QueryCancelledException,
                QueryTimeoutException,
                QueryRejectedException,
                ResultReadException,
                ResultChangedException,
                MalformedResultException,
                UnsupportedResultException,
                MemoryLimitExceededException {
    private static final long serialVersionUID = 1L;

    /** The description. */
    private final String description;
    /** The query execution id. */
    private final @Nullable String queryExecutionId;

    SluiceException(String description, @Nullable String queryExecutionId, @Nullable Throwable cause) {
        super(description, cause);
        this.description = description;
        this.queryExecutionId = queryExecutionId;
    }

    /**
     * The query that the error belongs to.
     *
     * @return its id, or null where Athena never gave one
     */
    public final @Nullable String queryExecutionId() {
        return queryExecutionId;
    }

    /**
     * Whether the same query, run again, may succeed.
     *
     * @return true for throttling, broken connections and faults of the service
     */
    public abstract boolean isRetryable();

    /**
     * The same error for a known query.
     *
     * @param id the query's execution id
     * @return this if the id is already known, else a copy that names it, with the cause and stack trace of this one
     */
    public final SluiceException withQueryExecutionId(String id) {
        if (queryExecutionId != null) {
            return this;
        }
        SluiceException copy = copyFor(id);
        copy.setStackTrace(getStackTrace());
        for (Throwable suppressed : getSuppressed()) {
            copy.addSuppressed(suppressed);
        }
        return copy;
    }

    abstract SluiceException copyFor(String id);

    /** The message without the query's id. */
    final String description() {
        return description;
    }

    @Override
    public final String getMessage() {
        return queryExecutionId == null ? description : description + " [query " + queryExecutionId + "]";
    }
}
