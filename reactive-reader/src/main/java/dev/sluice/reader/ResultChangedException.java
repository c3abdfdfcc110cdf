package dev.sluice.reader;

import org.jspecify.annotations.Nullable;

/**
 * An object of the result was replaced while it was read. Rows delivered before come from the first version; none comes from
 * the second.
 *
 * @since 0.1
 */
public final class ResultChangedException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /**
     * Says which object changed.
     *
     * @param what which object, and how it was known
     * @param cause the store's error, or null
     */
    public ResultChangedException(String what, @Nullable Throwable cause) {
        this(what, null, cause);
    }

    private ResultChangedException(String description, @Nullable String queryExecutionId, @Nullable Throwable cause) {
        super(description, queryExecutionId, cause);
    }

    /**
     * Running the query again writes a result of its own.
     *
     * @return true
     */
    @Override
    public boolean isRetryable() {
        return true;
    }

    @Override
    SluiceException copyFor(String id) {
        return new ResultChangedException(description(), id, getCause());
    }
}
