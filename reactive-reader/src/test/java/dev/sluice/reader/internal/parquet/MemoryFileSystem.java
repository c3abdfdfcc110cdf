package dev.sluice.reader.internal.parquet;

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
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Objects in memory, read under a budget as the real file system reads them. */
final class MemoryFileSystem implements S3FileSystem {
    private final Map<S3Path, byte[]> objects = new ConcurrentHashMap<>();
    final AtomicInteger requests = new AtomicInteger();

    S3Path put(String key, byte[] bytes) {
        S3Path path = new S3Path("bucket", key);
        objects.put(path, bytes);
        return path;
    }

    @Override
    public Mono<ObjectHandle> open(S3Path path) {
        return Mono.fromCallable(() -> handle(path));
    }

    @Override
    public FileSystemMetrics metrics() {
        throw new UnsupportedOperationException("not counted here");
    }

    private ObjectHandle handle(S3Path path) {
        return new ObjectHandle(path, objects.get(path).length, "\"1\"");
    }

    @Override
    public Mono<FetchedRange> readTail(S3Path path, int bytes, ByteBudget budget) {
        return Mono.defer(() -> {
            ObjectHandle handle = handle(path);
            int count = (int) Math.min(bytes, handle.size());
            return fetch(new RangeRequest(handle, new ByteRange(handle.size() - count, count)), budget);
        });
    }

    @Override
    public Flux<FetchedRange> read(Iterable<RangeRequest> ranges, ReadOptions options, ByteBudget budget) {
        return Flux.fromIterable(ranges).concatMap(range -> fetch(range, budget));
    }

    private Mono<FetchedRange> fetch(RangeRequest request, ByteBudget budget) {
        return budget.acquire(request.range().length()).map(permit -> {
            requests.incrementAndGet();
            return new Bytes(request, objects.get(request.object().path()), permit);
        });
    }

    private record Bytes(RangeRequest request, AtomicReference<byte @Nullable []> content, Permit permit)
            implements FetchedRange {
        Bytes(RangeRequest request, byte[] object, Permit permit) {
            this(request, new AtomicReference<>(object), permit);
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
            byte[] bytes = content.get();
            if (bytes == null) {
                throw new IllegalStateException("closed");
            }
            return ByteBuffer.wrap(bytes, Math.toIntExact(range().offset()), range().length())
                    .slice()
                    .asReadOnlyBuffer();
        }

        @Override
        public void close() {
            content.set(null);
            permit.close();
        }
    }
}
