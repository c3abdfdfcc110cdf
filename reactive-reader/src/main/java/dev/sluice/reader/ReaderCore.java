package dev.sluice.reader;

import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.S3FileSystem;
import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.reader.internal.arrow.ResultEvents;
import dev.sluice.reader.internal.observe.QueryObserver;
import dev.sluice.reader.internal.pages.ResultPages;
import dev.sluice.reader.internal.query.ControlLoop;
import dev.sluice.reader.internal.query.QueryExecutions;
import dev.sluice.reader.internal.query.WorkGroups;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.arrow.memory.BufferAllocator;
import reactor.core.scheduler.Scheduler;

/** What all queries of a reader share. */
final class ReaderCore implements ReaderMetrics, ResultEvents {
    final S3FileSystem files;
    final ReadOptions readOptions;
    final QueryExecutions executions;
    final WorkGroups workGroups;
    final ResultPages pages;
    final ControlLoop loop;
    final Scheduler control;
    final Scheduler decode;
    final BufferAllocator allocator;
    final QueryObserver observer;
    final Duration stallTimeout;

    /** Drawn once, since the source of randomness may block; a counter behind it makes each token of its own. */
    private final String tokenPrefix = UUID.randomUUID().toString();

    private final AtomicLong tokens = new AtomicLong();
    private final AtomicInteger openBatches = new AtomicInteger();
    private final AtomicLong leakedBatches = new AtomicLong();
    private final AtomicLong endedPeak = new AtomicLong();
    private final Set<QueryRun> runs = ConcurrentHashMap.newKeySet();
    private final Set<ByteBudget> budgets = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    ReaderCore(
            S3FileSystem files,
            ReadOptions readOptions,
            QueryExecutions executions,
            WorkGroups workGroups,
            ResultPages pages,
            ControlLoop loop,
            Scheduler control,
            Scheduler decode,
            BufferAllocator allocator,
            QueryObserver observer,
            Duration stallTimeout) {
        this.files = files;
        this.readOptions = readOptions;
        this.executions = executions;
        this.workGroups = workGroups;
        this.pages = pages;
        this.loop = loop;
        this.control = control;
        this.decode = decode;
        this.allocator = allocator;
        this.observer = observer;
        this.stallTimeout = stallTimeout;
    }

    /** A ClientRequestToken that no other subscription uses, and that may stand in a key of S3. */
    String newToken() {
        return tokenPrefix + "-" + tokens.incrementAndGet();
    }

    void begin(QueryRun run, ByteBudget budget) {
        runs.add(run);
        budgets.add(budget);
    }

    /** A subscription is over; its budget stays in view while batches of it are open. */
    void end(QueryRun run) {
        runs.remove(run);
        budgets.removeIf(this::isSpent);
    }

    @SuppressWarnings("ReferenceEquality") // the run's very budget
    private boolean isSpent(ByteBudget budget) {
        if (budget.inUse() > 0 || runs.stream().anyMatch(run -> run.budget() == budget)) {
            return false;
        }
        endedPeak.accumulateAndGet(budget.peak(), Math::max);
        return true;
    }

    int activeRuns() {
        return runs.size();
    }

    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void batchOpened(long bytes) {
        openBatches.incrementAndGet();
    }

    @Override
    public void batchClosed(long bytes) {
        openBatches.decrementAndGet();
    }

    @Override
    public void batchLeaked() {
        leakedBatches.incrementAndGet();
    }

    @Override
    public long bytesInUse() {
        long sum = 0;
        for (ByteBudget budget : budgets) {
            sum += budget.inUse();
        }
        return sum;
    }

    @Override
    public long peakBytesInUse() {
        long peak = endedPeak.get();
        for (ByteBudget budget : budgets) {
            peak = Math.max(peak, budget.peak());
        }
        return peak;
    }

    @Override
    public int openBatches() {
        return openBatches.get();
    }

    @Override
    public long leakedBatches() {
        return leakedBatches.get();
    }

    @Override
    public int runningQueries() {
        return executions.running();
    }

    @Override
    public long allocatedBytes() {
        return allocator.getAllocatedMemory();
    }
}
