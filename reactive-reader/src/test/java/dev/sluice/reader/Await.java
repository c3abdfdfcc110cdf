package dev.sluice.reader;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another thread will do, up to a deadline. */
public final class Await {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private Await() {}

    /** Returns when the condition holds; fails when it has not by the deadline. */
    public static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + DEADLINE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not within " + DEADLINE);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}
