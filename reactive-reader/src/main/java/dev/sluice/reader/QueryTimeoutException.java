package dev.sluice.reader;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The query did not end within its {@code queryTimeout}; it has been told to stop. The time a consumer takes to read the
 * result never counts.
 *
 * @since 0.1
 */
public final class QueryTimeoutException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** The timeout. */
    private final Duration timeout;
    /** The state. */
    private final QueryState state;

    /**
     * Says how long was waited.
     *
     * @param timeout the limit that passed
     * @param state where the query stood
     * @param queryExecutionId its id, or null if Athena had not even answered the start
     */
    public QueryTimeoutException(Duration timeout, QueryState state, @Nullable String queryExecutionId) {
        super(
                "the query did not end within " + timeout + " (last seen " + state + "); it is being stopped",
                queryExecutionId,
                null);
        this.timeout = timeout;
        this.state = state;
    }

    /**
     * The limit that passed.
     *
     * @return the query timeout
     */
    public Duration timeout() {
        return timeout;
    }

    /**
     * Where the query was last seen.
     *
     * @return {@link QueryState#UNKNOWN} if Athena had not answered the start
     */
    public QueryState state() {
        return state;
    }

    /**
     * A query that was slow once, perhaps for want of capacity, may be fast the next time.
     *
     * @return true
     */
    @Override
    public boolean isRetryable() {
        return true;
    }

    @Override
    SluiceException copyFor(String id) {
        return new QueryTimeoutException(timeout, state, id);
    }
}
