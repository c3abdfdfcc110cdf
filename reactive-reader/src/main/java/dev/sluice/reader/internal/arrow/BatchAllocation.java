package dev.sluice.reader.internal.arrow;

import dev.sluice.fs.budget.Permit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.arrow.memory.BufferAllocator;

/**
 * The memory of one batch: a permit, and an allocator that can't give out more than it. Closed after the batch's vectors;
 * an allocator that is closed before them throws, which is how a leak shows.
 */
public final class BatchAllocation implements AutoCloseable {
    private final Permit permit;
    private final BufferAllocator allocator;
    private final AtomicBoolean closed = new AtomicBoolean();

    private BatchAllocation(Permit permit, BufferAllocator allocator) {
        this.permit = permit;
        this.allocator = allocator;
    }

    static BatchAllocation of(Permit permit, BufferAllocator parent) {
        try {
            return new BatchAllocation(permit, parent.newChildAllocator("batch", 0, permit.bytes()));
        } catch (RuntimeException | Error e) {
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
            }
        }
    }
}
