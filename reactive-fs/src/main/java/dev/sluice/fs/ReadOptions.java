package dev.sluice.fs;

import java.time.Duration;

/**
 * How ranges are read.
 *
 * @param concurrency requests in flight at once for one reader, at least 1
 * @param maxRequestBytes the longest range asked for in one request
 * @param coalesceGap how many unwanted bytes between two ranges are read rather than spend a second request
 * @param maxAttempts how often one range is asked for in all before its error is given up on, at least 1
 * @param idleTimeout how long a body may stand still before its request counts as broken
 * @since 0.1
 */
public record ReadOptions(
        int concurrency, int maxRequestBytes, int coalesceGap, int maxAttempts, Duration idleTimeout) {
    /**
     * What fits most: 8 requests of at most 8 MiB, a gap of 128 KiB, 5 attempts, 30 s.
     *
     * @return the defaults
     */
    public static ReadOptions defaults() {
        return new ReadOptions(8, 8 << 20, 128 << 10, 5, Duration.ofSeconds(30));
    }
}
