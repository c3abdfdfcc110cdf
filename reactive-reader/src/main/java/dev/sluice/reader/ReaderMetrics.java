package dev.sluice.reader;

/**
 * What a reader holds at this moment. All of it comes back to 0 when every subscription has ended and every owned batch is
 * closed, shortly after: stops on their way to Athena are waited for.
 *
 * @since 0.1
 */
public interface ReaderMetrics {
    /**
     * What all results together hold of their memory limits.
     *
     * @return bytes in flight, scratch, and vectors of open batches
     */
    long bytesInUse();

    /**
     * The most that one result ever held at a time.
     *
     * @return bytes, never more than the largest memory limit
     */
    long peakBytesInUse();

    /**
     * Batches given out by {@code ownedBatches()}, or in a callback, and not closed.
     *
     * @return how many
     */
    int openBatches();

    /**
     * Owned batches that nobody closed and the garbage collector found, since the reader was built.
     *
     * @return how many
     */
    long leakedBatches();

    /**
     * Queries that are being started, run, or are being stopped.
     *
     * @return how many
     */
    int runningQueries();

    /**
     * What Arrow has taken off the heap. With an allocator of the caller's own, what that one has given to anybody.
     *
     * @return bytes
     */
    long allocatedBytes();
}
