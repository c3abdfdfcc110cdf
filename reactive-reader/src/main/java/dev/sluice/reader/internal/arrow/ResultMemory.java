package dev.sluice.reader.internal.arrow;

import dev.sluice.fs.budget.ByteBudget;
import org.apache.arrow.memory.BufferAllocator;
import reactor.core.publisher.Mono;

/**
 * The byte limit of one subscription, parted in two so that neither side can starve the other: bytes from S3 on their way
 * to a decoder, and everything a decoder makes of them. Were there one queue, ranges read ahead could hold all of it while
 * the decoder that would free them waits for room.
 */
public final class ResultMemory {
    private final ByteBudget fetch;
    private final ByteBudget decode;
    private final SubscriptionAllocator allocator;
    private volatile long lastAsked;

    /**
     * Parts a limit.
     *
     * @param limit the result's whole limit
     * @param allocator what the vectors come from; closed by whoever made it
     */
    public ResultMemory(ByteBudget limit, BufferAllocator allocator) {
        this(limit, new SubscriptionAllocator(allocator, ResultEvents.NONE));
    }

    ResultMemory(ByteBudget limit, SubscriptionAllocator allocator) {
        long half = Math.max(1, limit.limit() / 2);
        this.fetch = limit.share(half);
        this.decode = limit.share(half);
        this.allocator = allocator;
    }

    /** Counts bytes read from S3, in flight and waiting for a decoder. */
    public ByteBudget fetch() {
        return fetch;
    }

    /** Counts scratch, dictionaries, and vectors until their batch is closed. */
    public ByteBudget decode() {
        return decode;
    }

    /** What Arrow takes for a vector made in an allocation of this memory. */
    public VectorSizes sizes() {
        return VectorSizes.of(allocator.allocator());
    }

    /** The last bound that was asked for, for an error to tell. */
    public long lastAsked() {
        return lastAsked;
    }

    /**
     * Room for the vectors of one batch.
     *
     * @param upperBound what they take at most, rounded as Arrow rounds: each buffer to a power of two
     * @return an allocation whose allocator gives out no byte more; the receiver closes it
     */
    public Mono<BatchAllocation> allocate(long upperBound) {
        lastAsked = upperBound;
        return decode.acquire(upperBound).map(permit -> BatchAllocation.of(permit, allocator));
    }
}
