package dev.sluice.reader.internal.arrow;

import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.reader.OwnedBatch;
import dev.sluice.reader.ResultSchema;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Everything one subscription to a result holds: its memory and every batch that is out and not closed. A cancel sweeps the
 * batches that nobody has touched, since operators below drop what stands in their queues (reactor-core#4396, #4379, seen
 * with 3.8.8); {@code doOnDiscard} alone loses them.
 */
public final class ResultScope {
    private final String queryExecutionId;
    private final ResultEvents events;
    private final SubscriptionAllocator allocator;
    private final ResultMemory memory;
    private final Set<BatchLife> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong emitted = new AtomicLong();
    private final AtomicLong closed = new AtomicLong();
    private final AtomicLong heldBytes = new AtomicLong();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicBoolean leakReported = new AtomicBoolean();

    /**
     * A scope for one subscription.
     *
     * @param queryExecutionId whose result it is; names the allocator
     * @param parent of the subscription's own allocator
     * @param limit of the subscription
     * @param events who counts
     */
    public ResultScope(String queryExecutionId, BufferAllocator parent, ByteBudget limit, ResultEvents events) {
        this.queryExecutionId = queryExecutionId;
        this.events = events;
        this.allocator = SubscriptionAllocator.childOf(parent, "sluice-" + queryExecutionId, events);
        this.memory = new ResultMemory(limit, allocator);
    }

    /** Whose result it is. */
    public String queryExecutionId() {
        return queryExecutionId;
    }

    /** What the source decodes in. */
    public ResultMemory memory() {
        return memory;
    }

    /** Batches that are out and not closed. */
    public int heldBatches() {
        return open.size();
    }

    /** What those batches hold of the decode share. */
    public long heldBytes() {
        return heldBytes.get();
    }

    /** How many batches were closed so far. */
    public long closedBatches() {
        return closed.get();
    }

    /** A batch that a door lends to a callback or an inner publisher, and closes itself. */
    public LentBatch lend(DecodedBatch batch, ResultSchema schema) {
        return new LentBatch(admit(batch), schema);
    }

    /** The scope that gave a batch away. */
    public static ResultScope of(OwnedBatch given) {
        return ((GivenBatch) given).life().scope();
    }

    /** A batch for its receiver to close. Swept if it was not touched by a cancel; tracked, should it be forgotten. */
    public OwnedBatch give(DecodedBatch batch, ResultSchema schema) {
        return new GivenBatch(admit(batch), schema);
    }

    private BatchLife admit(DecodedBatch batch) {
        BatchLife life = new BatchLife(this, emitted.getAndIncrement(), batch);
        heldBytes.addAndGet(life.bytes());
        open.add(life);
        events.batchOpened(life.bytes());
        return life;
    }

    void forget(BatchLife life) {
        open.remove(life);
        heldBytes.addAndGet(-life.bytes());
        closed.incrementAndGet();
    }

    /** Frees a batch that is given to nobody. */
    public void discard(DecodedBatch batch) {
        BatchLife.closeQuietly(batch, "an undelivered batch of query " + queryExecutionId);
    }

    /** Closes the batches that were emitted and not touched. Any thread, any number of times. */
    public void sweep() {
        open.forEach(BatchLife::sweep);
    }

    /**
     * Says that the stream is over, whichever way. Batches that are out stay as they are; the allocator is closed with the
     * last of them. Idempotent.
     */
    public void end() {
        if (ended.compareAndSet(false, true)) {
            allocator.release();
        }
    }

    ResultEvents events() {
        return events;
    }

    /** True for the first leak of the query only: one warning tells as much as a thousand. */
    boolean reportsLeak() {
        return leakReported.compareAndSet(false, true);
    }
}
