package dev.sluice.reader;

import org.jspecify.annotations.Nullable;

/**
 * One piece that can't be read in parts (a page, a row) needs more than the whole memory limit allows for it.
 *
 * @since 0.1
 */
public final class MemoryLimitExceededException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** The place. */
    private final ResultPlace place;
    /** The needed bytes. */
    private final long neededBytes;
    /** The limit bytes. */
    private final long limitBytes;

    /**
     * Says what did not fit.
     *
     * @param what the piece, such as {@code "a page of 80000000 bytes"}
     * @param place where, as far as known
     * @param neededBytes what it needs
     * @param limitBytes what the limit leaves for it
     * @param cause what showed it, or null
     */
    public MemoryLimitExceededException(
            String what, ResultPlace place, long neededBytes, long limitBytes, @Nullable Throwable cause) {
        this(
                place.describe(what + " needs " + neededBytes + " bytes but the memory limit leaves " + limitBytes
                        + "; raise memoryLimit"),
                place,
                neededBytes,
                limitBytes,
                null,
                cause);
    }

    private MemoryLimitExceededException(
            String description,
            ResultPlace place,
            long neededBytes,
            long limitBytes,
            @Nullable String queryExecutionId,
            @Nullable Throwable cause) {
        super(description, queryExecutionId, cause);
        this.place = place;
        this.neededBytes = neededBytes;
        this.limitBytes = limitBytes;
    }

    /**
     * Where the piece is.
     *
     * @return the place, as far as known
     */
    public ResultPlace place() {
        return place;
    }

    /**
     * What the piece needs.
     *
     * @return bytes
     */
    public long neededBytes() {
        return neededBytes;
    }

    /**
     * What the limit leaves for it: a part of {@code memoryLimit}, since fetching and decoding share it.
     *
     * @return bytes
     */
    public long limitBytes() {
        return limitBytes;
    }

    /**
     * The same piece needs the same bytes.
     *
     * @return false
     */
    @Override
    public boolean isRetryable() {
        return false;
    }

    @Override
    SluiceException copyFor(String id) {
        return new MemoryLimitExceededException(description(), place, neededBytes, limitBytes, id, getCause());
    }
}
