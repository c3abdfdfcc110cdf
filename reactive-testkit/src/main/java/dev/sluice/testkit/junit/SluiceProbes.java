package dev.sluice.testkit.junit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * The probes that {@link LocalAthenaExtension} asks after each test. A test gets it as a parameter, or registers through the
 * extension; what it registers counts for that test alone.
 *
 * <pre>{@code
 * @Test
 * void readsRows(LocalAthena athena, SluiceProbes probes) {
 *     AthenaReader reader = …;
 *     probes.add("bytes in use", () -> reader.metrics().bytesInUse());
 * }
 * }</pre>
 *
 * @since 0.1
 */
public final class SluiceProbes {
    private static final long POLL_NANOS = Duration.ofMillis(5).toNanos();

    private final List<Probe> probes = new CopyOnWriteArrayList<>();

    /** No probes yet. */
    public SluiceProbes() {}

    /**
     * Registers a probe.
     *
     * @param probe the probe
     */
    public void add(Probe probe) {
        probes.add(probe);
    }

    /**
     * Registers a probe.
     *
     * @param name what is counted
     * @param value counts it
     */
    public void add(String name, LongSupplier value) {
        add(Probe.of(name, value));
    }

    /**
     * Waits until every probe is zero.
     *
     * @param deadline how long at most
     * @return what is not zero by then, in words; empty if all is well
     */
    public List<String> awaitZero(Duration deadline) {
        long end = System.nanoTime() + deadline.toNanos();
        List<String> left = nonZero();
        while (!left.isEmpty()
                && System.nanoTime() < end
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(POLL_NANOS);
            left = nonZero();
        }
        return left;
    }

    private List<String> nonZero() {
        List<String> left = new ArrayList<>();
        for (Probe probe : probes) {
            long value = probe.value();
            if (value != 0) {
                left.add(probe.name() + ": " + value);
            }
        }
        return left;
    }
}
