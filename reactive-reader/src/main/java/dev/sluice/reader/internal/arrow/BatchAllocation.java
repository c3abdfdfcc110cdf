package dev.sluice.reader.internal.arrow;

import dev.sluice.fs.budget.Permit;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.arrow.memory.BufferAllocator;

/**
 * The memory of one batch: a permit, and an allocator that can't give out more than it. Closed after the batch's vectors;
 * an allocator that is closed before them throws, which is how a leak shows.
 */
public final class BatchAllocation implements AutoCloseable {
    private final Permit permit;
    private final BufferAllocator allocator;
    private final SubscriptionAllocator parent;
    private final AtomicBoolean closed = new AtomicBoolean();

    private BatchAllocation(Permit permit, BufferAllocator allocator, SubscriptionAllocator parent) {
        this.permit = permit;
        this.allocator = allocator;
        this.parent = parent;
    }

    static BatchAllocation of(Permit permit, SubscriptionAllocator parent) {
        if (!parent.retain()) {
            permit.close();
            throw new CancellationException("the subscription is over");
        }
        try {
            BufferAllocator allocator = parent.allocator().newChildAllocator("batch", 0, permit.bytes());
            return new BatchAllocation(permit, allocator, parent);
        } catch (RuntimeException | Error e) {
            parent.release();
            permit.close();
            throw e;
        }
    }

    /** Where the batch's vectors are made. */
    public BufferAllocator allocator() {
        return allocator;
    }

    /** What the batch holds of the budget. */
    public long bytes() {
        return permit.bytes();
    }

    /** Gives back what was reserved and not used; called once the vectors are whole. */
    public void settle() {
        long used = allocator.getAllocatedMemory();
        allocator.setLimit(used);
        permit.shrinkTo(used);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                allocator.close();
            } finally {
                permit.close();
                parent.release();
            }
        }
    }
}
