package dev.sluice.fs.budget;

/**
 * More bytes were asked for than the whole budget has: waiting would never end.
 *
 * @since 0.1
 */
public final class BudgetExceededException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** See {@link #requestedBytes()}. */
    private final long requestedBytes;
    /** See {@link #limitBytes()}. */
    private final long limitBytes;

    /**
     * Says what was asked and what there is.
     *
     * @param requestedBytes what was asked for
     * @param limitBytes the limit
     */
    public BudgetExceededException(long requestedBytes, long limitBytes) {
        super("asked for " + requestedBytes + " bytes of a budget of " + limitBytes);
        this.requestedBytes = requestedBytes;
        this.limitBytes = limitBytes;
    }

    /**
     * What was asked for.
     *
     * @return bytes
     */
    public long requestedBytes() {
        return requestedBytes;
    }

    /**
     * The limit that can't hold it.
     *
     * @return bytes
     */
    public long limitBytes() {
        return limitBytes;
    }
}
