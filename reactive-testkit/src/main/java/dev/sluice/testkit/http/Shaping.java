package dev.sluice.testkit.http;

import java.time.Duration;

/**
 * The network to pretend: the time to the first byte of every answer, and the rate of each connection in each direction.
 *
 * @param firstByte how long after the work an answer begins
 * @param bytesPerSecond body bytes a second on one connection; {@link #UNLIMITED} for as many as go
 * @since 0.1
 */
public record Shaping(Duration firstByte, long bytesPerSecond) {
    /** No limit on the rate. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** Loopback as it is. */
    public static final Shaping NONE = new Shaping(Duration.ZERO, UNLIMITED);

    /**
     * Checks the values.
     *
     * @param firstByte how long after the work an answer begins
     * @param bytesPerSecond body bytes a second on one connection
     */
    public Shaping {
        if (firstByte.isNegative()) {
            throw new IllegalArgumentException("firstByte must not be negative: " + firstByte);
        }
        if (bytesPerSecond < 1) {
            throw new IllegalArgumentException("bytesPerSecond must be at least 1: " + bytesPerSecond);
        }
    }

    boolean limitsRate() {
        return bytesPerSecond != UNLIMITED;
    }
}
