package dev.sluice.testkit.engine;

/**
 * A statement that failed while it ran: the state FAILED, with this as its AthenaError.
 *
 * @since 0.1
 */
public class EngineException extends Exception {
    private static final long serialVersionUID = 1L;

    /** AthenaError.ErrorCategory of a fault of the service. */
    public static final int SYSTEM = 1;
    /** AthenaError.ErrorCategory of a fault of the statement. */
    public static final int USER = 2;

    /** AthenaError.ErrorCategory. */
    private final int errorCategory;
    /** AthenaError.ErrorType. */
    private final int errorType;
    /** AthenaError.Retryable. */
    private final boolean retryable;

    /**
     * Describes a failure.
     *
     * @param errorCategory 1 system, 2 user, 3 other
     * @param errorType the number of Athena's error reference
     * @param retryable whether the same statement may work later
     * @param message StateChangeReason, for example {@code COLUMN_NOT_FOUND: line 1:8: Column 'x' cannot be resolved}
     */
    public EngineException(int errorCategory, int errorType, boolean retryable, String message) {
        super(message);
        this.errorCategory = errorCategory;
        this.errorType = errorType;
        this.retryable = retryable;
    }

    /**
     * AthenaError.ErrorCategory.
     *
     * @return 1 system, 2 user, 3 other
     */
    public int errorCategory() {
        return errorCategory;
    }

    /**
     * AthenaError.ErrorType.
     *
     * @return 0 to 9999
     */
    public int errorType() {
        return errorType;
    }

    /**
     * AthenaError.Retryable.
     *
     * @return whether the same statement may work later
     */
    public boolean retryable() {
        return retryable;
    }
}
