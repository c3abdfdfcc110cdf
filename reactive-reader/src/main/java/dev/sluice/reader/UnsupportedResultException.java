package dev.sluice.reader;

import org.jspecify.annotations.Nullable;

/**
 * The result is well formed but holds something that this reader, or the chosen way of reading, does not support. The message says what to do instead.
 *
 * @since 0.1
 */
public final class UnsupportedResultException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** The place. */
    private final ResultPlace place;

    /**
     * Says what is wrong and where.
     *
     * @param what what is not supported, and what to do instead
     * @param place where, as far as known
     * @param cause what showed it, or null
     */
    public UnsupportedResultException(String what, ResultPlace place, @Nullable Throwable cause) {
        this(place.describe(what), place, null, cause);
    }

    private UnsupportedResultException(
            String description, ResultPlace place, @Nullable String queryExecutionId, @Nullable Throwable cause) {
        super(description, queryExecutionId, cause);
        this.place = place;
    }

    /**
     * Where it was found.
     *
     * @return the place, as far as known
     */
    public ResultPlace place() {
        return place;
    }

    /**
     * The same query gives the same result.
     *
     * @return false
     */
    @Override
    public boolean isRetryable() {
        return false;
    }

    @Override
    SluiceException copyFor(String id) {
        return new UnsupportedResultException(description(), place, id, getCause());
    }
}
