package dev.sluice.testkit.scripted;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Holds back what comes to it until a test opens it, and tells the test when something has come. Once open it stays so.
 *
 * @since 0.1
 */
public final class Gate {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    private Gate() {}

    /**
     * A closed gate.
     *
     * @return the gate
     */
    public static Gate closed() {
        return new Gate();
    }

    /** Lets everything through from now on. */
    public void open() {
        opened.countDown();
    }

    /**
     * Waits until something has come to the gate.
     *
     * @param deadline how long at most
     * @throws AssertionError if nothing has come by then
     */
    public void awaitReached(Duration deadline) {
        try {
            if (!reached.await(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new AssertionError("nothing came to the gate within " + deadline);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting at the gate", e);
        }
    }

    /**
     * Whether something has come to the gate.
     *
     * @return true if so
     */
    public boolean isReached() {
        return reached.getCount() == 0;
    }

    void pass() throws InterruptedException {
        reached.countDown();
        opened.await();
    }
}
