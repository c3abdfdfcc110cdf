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
     * Finds an object and pins the version that is there now (HeadObject).
     *
     * @param path where it is
     * @return its handle
     */
    Mono<ObjectHandle> open(S3Path path);

    /**
     * Reads the last bytes of an object in one request, which pins its version too; of an object that is shorter, all of it.
     * An empty object gives an error of kind {@link StorageException}.
     *
     * @param path where it is
     * @param bytes how many, at least 1
     * @param budget what counts them
     * @return the bytes; their {@link FetchedRange#object()} is the handle
     */
    Mono<FetchedRange> readTail(S3Path path, int bytes, ByteBudget budget);

    /**
     * Reads ranges and delivers one element for each, in their order. Ahead of demand at most
     * {@link ReadOptions#concurrency()} requests are in flight and as many bytes as the budget grants; nothing is read before
     * the first request. Neighbours within {@link ReadOptions#coalesceGap()} share a request, a range longer than
     * {@link ReadOptions#maxRequestBytes()} is read by several.
     *
     * @param requests what to read; iterated lazily, once a subscription
     * @param options how
     * @param budget what counts the bytes, from before their request is sent until the {@link FetchedRange} is closed
     * @return the ranges
     */
    Flux<FetchedRange> read(Iterable<RangeRequest> requests, ReadOptions options, ByteBudget budget);
}
