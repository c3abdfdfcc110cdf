package dev.sluice.reader.internal.arrow;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Memory that was granted and that a decoder has yet to take over, while it waits for a thread: whichever of decoder and
 * close comes first has it, and so it is freed once. An operator that hops between threads would drop it on cancel.
 */
public final class PendingAllocation implements AutoCloseable {
    private final AtomicReference<@Nullable BatchAllocation> waiting = new AtomicReference<>();
    private volatile boolean closed;

    /** Keeps memory for a decoder; frees it at once if there will be none. */
    public void park(BatchAllocation granted) {
        waiting.set(granted);
        if (closed) {
            free();
        }
    }

    /** Takes the memory over; null if it was freed in the meantime, when there is nobody to decode for. */
    public @Nullable BatchAllocation take() {
        return waiting.getAndSet(null);
    }

    private void free() {
        BatchAllocation unused = take();
        if (unused != null) {
            unused.close();
        }
    }

    /** Frees what is kept, now and from now on. */
    @Override
    public void close() {
        closed = true;
        free();
    }
}
