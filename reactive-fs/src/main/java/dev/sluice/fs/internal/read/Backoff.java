package dev.sluice.fs.internal.read;

import dev.sluice.fs.internal.read.TransportException.Kind;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * How long to wait before trying again: a random part of a bound that doubles, so that many readers that were throttled
 * together do not come back together. A throttled request waits longer than a broken one; what the service asks for in
 * {@code Retry-After} is the least.
 */
final class Backoff {
    private static final Duration BROKEN = Duration.ofMillis(50);
    private static final Duration THROTTLED = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private final DoubleSupplier random;

    Backoff(DoubleSupplier random) {
        this.random = random;
    }

    /**
     * The pause after a failed attempt.
     *
     * @param attempts how many have failed, at least 1
     * @param failure the last failure
     */
    Duration before(long attempts, TransportException failure) {
        Duration first = failure.kind() == Kind.THROTTLED ? THROTTLED : BROKEN;
        Duration bound = shorter(first.multipliedBy(1L << Math.min(attempts - 1, 20)), LONGEST);
        // At least half of it: full jitter would let some come back at once.
        long nanos = bound.toNanos() / 2 + (long) (random.getAsDouble() * (bound.toNanos() / 2.0));
        Duration pause = Duration.ofNanos(nanos);
        Duration asked = failure.retryAfter();
        return asked == null || asked.compareTo(pause) < 0 ? pause : shorter(asked, LONGEST);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
