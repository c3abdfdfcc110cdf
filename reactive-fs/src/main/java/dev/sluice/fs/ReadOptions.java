package dev.sluice.fs;

import java.time.Duration;

/**
 * How ranges are read.
 *
 * @param concurrency requests in flight at once for one reader, at least 1; what is read and not yet delivered counts too,
 *     so that no more than this is ever read ahead
 * @param maxRequestBytes the longest range asked for in one request, at least 1
 * @param coalesceGap how many unwanted bytes between two ranges are read rather than spend a second request, at least 0
 * @param maxAttempts how often one range is asked for in all before its error is given up on, at least 1
 * @param idleTimeout how long an answer or its body may stand still before the request counts as broken, from 1 ms
 *     to 1 day; noticed after at most a quarter of it more
 * @since 0.1
 */
public record ReadOptions(
        int concurrency, int maxRequestBytes, int coalesceGap, int maxAttempts, Duration idleTimeout) {
    /**
     * Checks that every number makes sense.
     *
     * @param concurrency as the record says
     * @param maxRequestBytes as the record says
     * @param coalesceGap as the record says
     * @param maxAttempts as the record says
     * @param idleTimeout as the record says
     */
    public ReadOptions {
        requireAtLeast(1, concurrency, "concurrency");
        requireAtLeast(1, maxRequestBytes, "maxRequestBytes");
        requireAtLeast(0, coalesceGap, "coalesceGap");
        requireAtLeast(1, maxAttempts, "maxAttempts");
        if (idleTimeout.compareTo(Duration.ofMillis(1)) < 0 || idleTimeout.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("idleTimeout must be from 1 ms to 1 day, not " + idleTimeout);
        }
    }

    private static void requireAtLeast(int least, int value, String name) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ", not " + value);
        }
    }

    /**
     * What fits most: 8 requests of at most 8 MiB, a gap of 128 KiB, 5 attempts, 30 s.
     *
     * @return the defaults
     */
    public static ReadOptions defaults() {
        return new ReadOptions(8, 8 << 20, 128 << 10, 5, Duration.ofSeconds(30));
    }
}
