package dev.sluice.fs;

import dev.sluice.fs.budget.ByteBudget;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Reads objects of S3 without blocking a thread. Cold: nothing is sent before a subscription asks for it.
 *
 * @since 0.1
 */
public interface S3FileSystem {
    /**
     * Starts to describe a file system.
     *
     * @return a builder
     */
    static S3FileSystemBuilder builder() {
        return new S3FileSystemBuilder();
    }

    /**
     * Finds an object and pins the version that is there now (HeadObject).
     *
     * <p>Demand: one request, sent when asked for. Threads: emits on a thread of the SDK, which must not be kept. On cancel:
     * the request is broken off. On error: {@link StorageException}, after {@link ReadOptions#maxAttempts()} attempts if it
     * may pass. Ownership: none, a handle is a value.
     *
     * @param path where it is
     * @return its handle
     */
    Mono<ObjectHandle> open(S3Path path);

    /**
     * Reads the last bytes of an object in one request, which pins its version too; of an object that is shorter, all of it.
     * An empty object gives {@link RangeNotSatisfiableException}.
     *
     * <p>Demand: waits for the budget, then sends, when asked for. Threads: emits on a thread of the SDK, which must not be
     * kept. On cancel: the request is broken off, the bytes go back to the budget. On error: {@link StorageException}; a body
     * that breaks off is resumed at the missing byte of the same version. Ownership: the receiver closes the range.
     *
     * @param path where it is
     * @param bytes how many, at least 1
     * @param budget what counts them
     * @return the bytes; their {@link FetchedRange#object()} is the handle
     */
    Mono<FetchedRange> readTail(S3Path path, int bytes, ByteBudget budget);

    /**
     * Reads ranges and delivers one element for each, in their order, also from several objects. Neighbours within
     * {@link ReadOptions#coalesceGap()} share a request (and count in the budget, with the gap, until the last of them is
     * closed); a range longer than {@link ReadOptions#maxRequestBytes()} is read by several into one buffer.
     *
     * <p>Demand: nothing is read before the first request. From then on ranges are read ahead, at most
     * {@link ReadOptions#concurrency()} requests under way or read and not delivered, and as many bytes as the budget
     * grants; permits are asked for in the order of delivery. A receiver that wants several ranges at once must have a
     * budget that holds them all. Threads: emits on a thread of the SDK or the one that made room or demand, none of which
     * must be kept: hop before any work. On cancel: requests are broken off, everything not delivered goes back to the budget;
     * what an operator further down has queued is discarded by it only with {@code doOnDiscard(FetchedRange.class,
     * FetchedRange::close)} below that operator. On error: a range's {@link StorageException} comes after all ranges
     * before it; a body that breaks off is resumed at the missing byte and only after {@link ReadOptions#maxAttempts()}
     * attempts an error. What the iterable throws comes as it is. Ownership: the receiver closes each range.
     *
     * @param requests what to read; iterated lazily, once a subscription
     * @param options how
     * @param budget what counts the bytes, from before their request is sent until the {@link FetchedRange} is closed
     * @return the ranges
     */
    Flux<FetchedRange> read(Iterable<RangeRequest> requests, ReadOptions options, ByteBudget budget);

    /**
     * What is going on.
     *
     * @return a live view
     */
    FileSystemMetrics metrics();
}
