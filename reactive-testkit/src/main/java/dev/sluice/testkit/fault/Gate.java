package dev.sluice.testkit.fault;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Holds calls before their work is done, until a test lets them go on.
 *
 * @since 0.1
 */
public final class Gate {
    private final Semaphore arrivals = new Semaphore(0);
    private final CountDownLatch opened = new CountDownLatch(1);

    Gate() {}

    /**
     * Waits until one more call has come to the gate. Blocks; for tests.
     *
     * @param patience how long to wait
     * @throws AssertionError when none comes
     */
    public void awaitArrival(Duration patience) {
        try {
            if (!arrivals.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new AssertionError("No call came to the gate within " + patience);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for a call", e);
        }
    }

    /** Lets the calls at the gate go on, and those to come pass. */
    public void open() {
        opened.countDown();
    }

    void pass() {
        arrivals.release();
        try {
            opened.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The server was closed while a call was held", e);
        }
    }
}
