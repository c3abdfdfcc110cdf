package dev.sluice.reader;

import org.jspecify.annotations.Nullable;

/**
 * The bytes of a result are not what their format asks for: a damaged or foreign file, or an answer that breaks the rules of the service.
 *
 * @since 0.1
 */
public final class MalformedResultException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** The place. */
    private final ResultPlace place;

    /**
     * Says what is wrong and where.
     *
     * @param what what is wrong, and what was expected
     * @param place where, as far as known
     * @param cause what showed it, or null
     */
    public MalformedResultException(String what, ResultPlace place, @Nullable Throwable cause) {
        this(place.describe(what), place, null, cause);
    }

    private MalformedResultException(
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
     * Reading the same bytes again gives the same error.
     *
     * @return false
     */
    @Override
    public boolean isRetryable() {
        return false;
    }

    @Override
    SluiceException copyFor(String id) {
        return new MalformedResultException(description(), place, id, getCause());
    }
}
