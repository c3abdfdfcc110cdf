package dev.sluice.reader.internal.arrow;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.BufferAllocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The allocator of one subscription. Batches may outlive the stream they came from, so the allocator counts who still needs
 * it, and closes with the last of them. Closing it is the proof that the subscription left nothing behind; a proof that
 * fails is logged and counted, and never thrown into a signal.
 */
final class SubscriptionAllocator {
    private static final Logger log = LoggerFactory.getLogger(SubscriptionAllocator.class);

    private final BufferAllocator allocator;
    private final ResultEvents events;
    private final AtomicInteger users = new AtomicInteger(1);

    SubscriptionAllocator(BufferAllocator allocator, ResultEvents events) {
        this.allocator = allocator;
        this.events = events;
    }

    /** A new child that is called {@code name}, for the leak to tell whose it was. */
    static SubscriptionAllocator childOf(BufferAllocator parent, String name, ResultEvents events) {
        return new SubscriptionAllocator(parent.newChildAllocator(name, 0, Long.MAX_VALUE), events);
    }

    /** The allocator itself, for one who has retained it. */
    BufferAllocator allocator() {
        return allocator;
    }

    /** Keeps the allocator open; false once the last user has gone. */
    boolean retain() {
        int before = users.getAndUpdate(count -> count == 0 ? 0 : count + 1);
        return before != 0;
    }

    /** Gives up one hold, the maker's own first one included. */
    void release() {
        if (users.decrementAndGet() == 0) {
            close();
        }
    }

    private void close() {
        try {
            allocator.close();
        } catch (IllegalStateException leaked) {
            // reported here and not thrown: it would surface in whatever signal happened to close the last batch
            events.allocatorLeaked(allocator.getAllocatedMemory());
            log.warn(
                    "{} was closed with {} bytes in use: a defect of Sluice, please report it",
                    allocator.getName(),
                    allocator.getAllocatedMemory(),
                    leaked);
        }
    }
}
