package dev.sluice.testkit.http;

import java.util.function.LongSupplier;

/**
 * Bytes that may pass now, refilled at a steady rate. Holds a twentieth of a second of them at most, so that a pause is
 * not followed by a burst. For one thread.
 */
final class TokenBucket {
    private static final long NANOS = 1_000_000_000L;
    private static final long SMALLEST_CAPACITY = 1024;

    private final long bytesPerSecond;
    private final long capacity;
    private final LongSupplier nanoTime;
    private double tokens;
    private long filledAt;

    TokenBucket(long bytesPerSecond, LongSupplier nanoTime) {
        this.bytesPerSecond = bytesPerSecond;
        this.capacity = Math.max(SMALLEST_CAPACITY, bytesPerSecond / 20);
        this.nanoTime = nanoTime;
        this.tokens = (double) capacity;
        this.filledAt = nanoTime.getAsLong();
    }

    /** Takes up to {@code wanted} bytes, and at least a worthwhile piece of them; 0 when that piece is not there yet. */
    long take(long wanted) {
        refill();
        long worthwhile = worthwhile(wanted);
        if (tokens < worthwhile) {
            return 0;
        }
        long taken = Math.min(wanted, (long) tokens);
        tokens -= taken;
        return taken;
    }

    /** Takes bytes that have passed already; the debt is paid off before anything else passes. */
    void charge(long bytes) {
        refill();
        tokens -= bytes;
    }

    /** How long until {@link #take} gives something. */
    long nanosUntil(long wanted) {
        refill();
        double missing = worthwhile(wanted) - tokens;
        return missing <= 0 ? 0 : (long) Math.ceil(missing * NANOS / bytesPerSecond);
    }

    private long worthwhile(long wanted) {
        return Math.max(1, Math.min(wanted, capacity / 4));
    }

    private void refill() {
        long now = nanoTime.getAsLong();
        tokens = Math.min((double) capacity, tokens + (double) (now - filledAt) * bytesPerSecond / NANOS);
        filledAt = now;
    }
}
