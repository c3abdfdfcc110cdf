package dev.sluice.fs.internal.read;

import dev.sluice.fs.FileSystemMetrics;
import dev.sluice.fs.budget.ByteBudget;
import java.util.concurrent.atomic.LongAdder;

/** Counts for {@link FileSystemMetrics}. */
final class Meter implements FileSystemMetrics {
    /** One permit for each request that may be under way. */
    private final ByteBudget connections;

    private final LongAdder sent = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final LongAdder inUse = new LongAdder();

    Meter(ByteBudget connections) {
        this.connections = connections;
    }

    void sent() {
        sent.increment();
    }

    void retried() {
        retries.increment();
    }

    void received(long bytes) {
        received.add(bytes);
    }

    void held(long change) {
        inUse.add(change);
    }

    @Override
    public int requestsInFlight() {
        return (int) connections.inUse();
    }

    @Override
    public int requestsWaiting() {
        return connections.waiting();
    }

    @Override
    public long requestsSent() {
        return sent.sum();
    }

    @Override
    public long retries() {
        return retries.sum();
    }

    @Override
    public long bytesInUse() {
        return inUse.sum();
    }

    @Override
    public long bytesReceived() {
        return received.sum();
    }
}
