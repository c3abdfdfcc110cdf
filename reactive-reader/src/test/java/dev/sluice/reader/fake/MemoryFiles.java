package dev.sluice.reader.fake;

import dev.sluice.fs.ByteRange;
import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.FileSystemMetrics;
import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.RangeRequest;
import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.S3FileSystem;
import dev.sluice.fs.S3Path;
import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.fs.budget.Permit;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Objects in memory, read under the budget as the real file system does, one piece for each request. */
public final class MemoryFiles implements S3FileSystem {
    public final Map<S3Path, byte[]> objects = new ConcurrentHashMap<>();
    public final AtomicInteger reads = new AtomicInteger();
    /** What is made of the pieces, for errors and delays. */
    public volatile UnaryOperator<Flux<FetchedRange>> between = UnaryOperator.identity();

    @Override
    public Mono<ObjectHandle> open(S3Path path) {
        return Mono.fromSupplier(() -> new ObjectHandle(path, objects.get(path).length, "\"etag\""));
    }

    @Override
    public Mono<FetchedRange> readTail(S3Path path, int bytes, ByteBudget budget) {
        return open(path).flatMap(handle -> {
            int length = (int) Math.min(bytes, handle.size());
            return piece(new RangeRequest(handle, new ByteRange(handle.size() - length, length)), budget);
        });
    }

    @Override
    public Flux<FetchedRange> read(Iterable<RangeRequest> requests, ReadOptions options, ByteBudget budget) {
        return between.apply(Flux.fromIterable(requests).concatMap(request -> piece(request, budget), 0))
                .doOnDiscard(FetchedRange.class, FetchedRange::close);
    }

    private Mono<FetchedRange> piece(RangeRequest request, ByteBudget budget) {
        return budget.acquire(request.range().length()).map(permit -> {
            reads.incrementAndGet();
            return new Piece(request, permit, objects.get(request.object().path()));
        });
    }

    @Override
    public FileSystemMetrics metrics() {
        throw new UnsupportedOperationException("nobody measures this");
    }

    private static final class Piece implements FetchedRange {
        private final RangeRequest request;
        private final Permit permit;
        private final byte[] all;
        private volatile boolean closed;

        Piece(RangeRequest request, Permit permit, byte[] all) {
            this.request = request;
            this.permit = permit;
            this.all = all;
        }

        @Override
        public ObjectHandle object() {
            return request.object();
        }

        @Override
        public ByteRange range() {
            return request.range();
        }

        @Override
        public ByteBuffer bytes() {
            if (closed) {
                throw new IllegalStateException("closed");
            }
            return ByteBuffer.wrap(all, (int) range().offset(), range().length())
                    .slice()
                    .asReadOnlyBuffer();
        }

        @Override
        public void close() {
            closed = true;
            permit.close();
        }
    }
}
