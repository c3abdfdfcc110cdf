package dev.sluice.reader;

import org.jspecify.annotations.Nullable;

/**
 * Athena ran the query and it failed.
 *
 * @since 0.1
 */
public final class QueryFailedException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** The state. */
    private final QueryState state;
    /** The reason. */
    private final @Nullable String reason;
    /** The error category. */
    private final Category errorCategory;
    /** The error type. */
    private final @Nullable Integer errorType;
    /** The retryable. */
    private final boolean retryable;

    /** Whose error it is, in Athena's view. */
    public enum Category {
        /** The service's. */
        SYSTEM,
        /** The user's: the query, the data, a right. */
        USER,
        /** Neither. */
        OTHER,
        /** Athena did not say, or said something new. */
        UNKNOWN;

        /**
         * Reads Athena's number.
         *
         * @param number 1 system, 2 user, 3 other; null if not given
         * @return the category
         */
        public static Category of(@Nullable Integer number) {
            if (number == null) {
                return UNKNOWN;
            }
            return switch (number) {
                case 1 -> SYSTEM;
                case 2 -> USER;
                case 3 -> OTHER;
                default -> UNKNOWN;
            };
        }
    }

    /**
     * Says how the query failed.
     *
     * @param queryExecutionId the query
     * @param state the state it ended in
     * @param reason Athena's reason of the last change of state, or null
     * @param errorCategory whose error it is
     * @param errorType Athena's number for the kind of error, or null
     * @param retryable whether Athena says that the query may be tried again
     */
    public QueryFailedException(
            String queryExecutionId,
            QueryState state,
            @Nullable String reason,
            Category errorCategory,
            @Nullable Integer errorType,
            boolean retryable) {
        super("the query failed: " + (reason == null ? "Athena gave no reason" : reason), queryExecutionId, null);
        this.state = state;
        this.reason = reason;
        this.errorCategory = errorCategory;
        this.errorType = errorType;
        this.retryable = retryable;
    }

    /**
     * The state the query ended in.
     *
     * @return {@link QueryState#FAILED}
     */
    public QueryState state() {
        return state;
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
     * Whose error it is.
     *
     * @return the category
     */
    public Category errorCategory() {
        return errorCategory;
    }

    /**
     * Athena's number for the kind of error.
     *
     * @return the number of Athena's error reference, or null where it gave none
     */
    public @Nullable Integer errorType() {
        return errorType;
    }

    @Override
    public boolean isRetryable() {
        return retryable;
    }

    @Override
    SluiceException copyFor(String id) {
        return new QueryFailedException(id, state, reason, errorCategory, errorType, retryable);
    }
}
