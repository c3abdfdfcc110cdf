package dev.sluice.reader;

import org.jspecify.annotations.Nullable;

/**
 * Somebody else stopped the query: another client, the console, an administrator. A subscriber that cancels gets no signal,
 * so never this one.
 *
 * @since 0.1
 */
public final class QueryCancelledException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** The reason. */
    private final @Nullable String reason;

    /**
     * Says which query was stopped.
     *
     * @param reason what Athena gives as the reason of the last change of state, or null
     * @param queryExecutionId the query
     */
    public QueryCancelledException(@Nullable String reason, String queryExecutionId) {
        super("the query was cancelled" + (reason == null ? "" : ": " + reason), queryExecutionId, null);
        this.reason = reason;
    }

    /**
     * Athena's reason.
     *
     * @return the text, or null where it gave none
     */
    public @Nullable String reason() {
        return reason;
    }

    /**
     * Whoever stopped the query had a reason to.
     *
     * @return false
     */
    @Override
    public boolean isRetryable() {
        return false;
    }

    @Override
    SluiceException copyFor(String id) {
        return new QueryCancelledException(reason, id);
    }
}
