package dev.sluice.reader;

import java.time.Duration;

/**
 * How often a query's state is asked for: soon at first, since many queries are short, then less and less often. Every
 * interval is spread at random, so that a fleet of readers does not ask in step.
 *
 * @param first the first interval, more than 0
 * @param max the longest, at least {@code first} and at most a day
 * @param factor by what each interval exceeds the one before it, at least 1
 * @param jitter how far an interval may be off to either side, as a part of it: 0 to below 1
 * @since 0.1
 */
public record PollBackoff(Duration first, Duration max, double factor, double jitter) {
    private static final Duration LONGEST = Duration.ofDays(1);

    /**
     * Checks the ranges.
     *
     * @param first as the record says
     * @param max as the record says
     * @param factor as the record says
     * @param jitter as the record says
     */
    public PollBackoff {
        if (first.isNegative() || first.isZero() || max.compareTo(first) < 0 || max.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "first must be positive, and max no less and no more than " + LONGEST + ": " + first + ", " + max);
        }
        if (!(factor >= 1) || Double.isInfinite(factor) || !(jitter >= 0 && jitter < 1)) {
            throw new IllegalArgumentException(
                    "factor must be at least 1 and jitter from 0 to below 1: " + factor + ", " + jitter);
        }
    }

    /**
     * From 100 ms to 5 s by half as much again, a fifth to either side.
     *
     * @return the defaults
     */
    public static PollBackoff defaults() {
        return new PollBackoff(Duration.ofMillis(100), Duration.ofSeconds(5), 1.5, 0.2);
    }

    /**
     * One interval.
     *
     * @param round how many intervals went before, from 0
     * @param random where in the spread it lies, from 0 to below 1
     * @return the interval
     */
    public Duration interval(int round, double random) {
        double nanos = Math.min((double) max.toNanos(), first.toNanos() * Math.pow(factor, round));
        return Duration.ofNanos((long) (nanos * (1 - jitter + 2 * jitter * random)));
    }
}
