package dev.sluice.fs;

/**
 * What a file system is doing now and has done since it was built. Safe to read from any thread at any time; when nothing
 * is read and every {@link FetchedRange} is closed, {@link #requestsInFlight()} and {@link #bytesInUse()} are 0.
 *
 * @since 0.1
 */
public interface FileSystemMetrics {
    /**
     * Requests that wait for their answer or are in the midst of their body.
     *
     * @return requests, at most the builder's {@code maxConcurrency}
     */
    int requestsInFlight();

    /**
     * Requests that wait for their turn.
     *
     * @return requests
     */
    int requestsWaiting();

    /**
     * Requests sent in all, each attempt counted.
     *
     * @return requests
     */
    long requestsSent();

    /**
     * Attempts in all that were not the first of their request.
     *
     * @return attempts
     */
    long retries();

    /**
     * Bytes that are counted by budgets for ranges being read, waiting to be delivered, or delivered and not closed.
     *
     * @return bytes
     */
    long bytesInUse();

    /**
     * Bytes of bodies that arrived in all.
     *
     * @return bytes
     */
    long bytesReceived();
}
