package dev.sluice.fs;

import dev.sluice.fs.budget.BudgetExceededException;

/**
 * A range needs more bytes than the whole budget has, so that it could never be read.
 *
 * @since 0.1
 */
public final class RangeExceedsBudgetException extends StorageException {
    private static final long serialVersionUID = 1L;

    /** See {@link #requestedBytes()}. */
    private final long requestedBytes;
    /** See {@link #limitBytes()}. */
    private final long limitBytes;

    /**
     * Says which range, and what it needs.
     *
     * @param path the object
     * @param range which bytes of it, in words
     * @param cause the budget's answer
     */
    public RangeExceedsBudgetException(S3Path path, String range, BudgetExceededException cause) {
        super(
                path + " (" + range + ") needs " + cause.requestedBytes() + " bytes at once, the budget has "
                        + cause.limitBytes() + ": read smaller ranges or raise the limit",
                cause);
        this.requestedBytes = cause.requestedBytes();
        this.limitBytes = cause.limitBytes();
    }

    /**
     * What the range needs.
     *
     * @return bytes
     */
    public long requestedBytes() {
        return requestedBytes;
    }

    /**
     * What the budget has in all.
     *
     * @return bytes
     */
    public long limitBytes() {
        return limitBytes;
    }

    @Override
    public boolean isRetryable() {
        return false;
    }
}
