package dev.sluice.bench.harness;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Watches the resident memory of another process from outside, so that watching costs that process nothing. */
public final class RssSampler implements AutoCloseable {
    /** How often the suites look. */
    public static final Duration INTERVAL = Duration.ofMillis(50);

    private final long pid;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "rss-sampler");
        thread.setDaemon(true);
        return thread;
    });
    private volatile long peakBytes;
    private volatile long highWaterBytes;
    private final AtomicInteger samples = new AtomicInteger();

    private RssSampler(long pid) {
        this.pid = pid;
    }

    /**
     * Starts to watch.
     *
     * @param pid the process
     * @param interval the time between two looks
     * @return a sampler that looks until it is closed or the process has ended
     */
    public static RssSampler watch(long pid, Duration interval) {
        RssSampler sampler = new RssSampler(pid);
        // A task that throws is never run again: the end of the process ends the watching.
        var unused = sampler.timer.scheduleAtFixedRate(sampler::sample, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
        return sampler;
    }

    private void sample() {
        try {
            ProcessMemory memory = ProcessMemory.of(pid);
            peakBytes = Math.max(peakBytes, memory.residentBytes());
            highWaterBytes = Math.max(highWaterBytes, memory.highWaterBytes());
            samples.incrementAndGet();
        } catch (IOException ended) {
            throw new ProcessEndedException(ended);
        }
    }

    /**
     * The highest resident set seen so far.
     *
     * @return bytes; 0 before the first look
     */
    public long peakBytes() {
        return peakBytes;
    }

    /**
     * The kernel's high-water mark at the last look.
     *
     * @return bytes; 0 before the first look
     */
    public long highWaterBytes() {
        return highWaterBytes;
    }

    /**
     * How often it looked.
     *
     * @return looks that found the process alive
     */
    public int samples() {
        return samples.get();
    }

    /** Stops watching; the figures stay. */
    @Override
    public void close() {
        timer.shutdownNow();
    }

    private static final class ProcessEndedException extends RuntimeException {
        ProcessEndedException(IOException cause) {
            super(cause);
        }
    }
}
