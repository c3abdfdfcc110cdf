package dev.sluice.fs.internal.read;

import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.FileSystemMetrics;
import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.RangeRequest;
import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.S3FileSystem;
import dev.sluice.fs.S3Path;
import dev.sluice.fs.budget.ByteBudget;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** The file system over any transport. */
public final class RangeFileSystem implements S3FileSystem {
    private final Requests requests;
    private final ReadOptions defaults;

    /**
     * A file system.
     *
     * @param transport sends the requests
     * @param maxConcurrency how many requests may be under way at once
     * @param defaults attempts and timeouts where a method takes no options
     * @param timer measures timeouts and pauses
     */
    public RangeFileSystem(ObjectTransport transport, int maxConcurrency, ReadOptions defaults, Scheduler timer) {
        Backoff backoff = new Backoff(() -> ThreadLocalRandom.current().nextDouble());
        this.requests = new Requests(transport, maxConcurrency, backoff, timer);
        this.defaults = defaults;
    }

    @Override
    public Mono<ObjectHandle> open(S3Path path) {
        requireKey(path);
        return requests.head(path, defaults);
    }

    @Override
    public Mono<FetchedRange> readTail(S3Path path, int bytes, ByteBudget budget) {
        requireKey(path);
        if (bytes < 1) {
            throw new IllegalArgumentException("a tail has at least 1 byte, not " + bytes);
        }
        return new OrderedFetch(
                        () -> List.of(new TailFetch(path, bytes, defaults, requests))
                                .iterator(),
                        1,
                        budget)
                .next();
    }

    @Override
    public Flux<FetchedRange> read(Iterable<RangeRequest> ranges, ReadOptions options, ByteBudget budget) {
        // A span that the budget could not hold must not come from ranges that it could.
        int maxSharedBytes = (int) Math.min(options.maxRequestBytes(), budget.limit());
        return new OrderedFetch(
                () -> {
                    Iterator<Span> spans = new RangePlanner(ranges.iterator(), maxSharedBytes, options.coalesceGap());
                    return new SpanFetches(spans, options, requests);
                },
                options.concurrency(),
                budget);
    }

    @Override
    public FileSystemMetrics metrics() {
        return requests.meter();
    }

    private static void requireKey(S3Path path) {
        if (path.key().isEmpty()) {
            throw new IllegalArgumentException(path + " names a bucket, not an object");
        }
    }
}
