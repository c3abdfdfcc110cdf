package dev.sluice.reader;

/**
 * A batch that belongs to whoever received it, and that holds its share of the memory limit until they close it: a consumer
 * that keeps batches open stops the reading once the limit is reached.
 *
 * @since 0.1
 */
public interface OwnedBatch extends RecordBatch, AutoCloseable {
    /**
     * Whether it was closed.
     *
     * @return true after {@link #close()}, or after a cancel from outside of the subscription it came from, before anyone
     *     touched it
     */
    boolean isClosed();

    /** Frees the vectors and gives their bytes back to the limit. Closing again does nothing; any thread may close. */
    @Override
    void close();
}
