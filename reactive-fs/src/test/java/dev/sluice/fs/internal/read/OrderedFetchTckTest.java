package dev.sluice.fs.internal.read;

import dev.sluice.fs.ByteRange;
import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.RangeRequest;
import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.S3Path;
import dev.sluice.fs.budget.ByteBudget;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The Reactive Streams TCK, over requests that are answered at once. */
@org.testng.annotations.Test
public class OrderedFetchTckTest extends PublisherVerification<FetchedRange> {
    private static final ObjectHandle OBJECT = new ObjectHandle(S3Path.parse("s3://bucket/object"), 1_000, "\"v1\"");

    public OrderedFetchTckTest() {
        super(new TestEnvironment(200, 50, false));
    }

    @Override
    public Publisher<FetchedRange> createPublisher(long elements) {
        ReadOptions options = new ReadOptions(8, 1_000, 0, 1, Duration.ofSeconds(30));
        RangeFileSystem fs = new RangeFileSystem(new Immediate(), 40, options, Schedulers.parallel());
        return fs.read(() -> ranges(elements), options, ByteBudget.ofBytes(1 << 30));
    }

    /** Not offered: nothing can fail before the first request, and the TCK expects a failure without one. */
    @Override
    public @Nullable Publisher<FetchedRange> createFailedPublisher() {
        return null;
    }

    @Override
    public long maxElementsFromPublisher() {
        return 1_000_000;
    }

    private static Iterator<RangeRequest> ranges(long elements) {
        return new Iterator<>() {
            private long given;

            @Override
            public boolean hasNext() {
                return given < elements;
            }

            @Override
            public RangeRequest next() {
                // Back and forth, so that no two share a request.
                return new RangeRequest(OBJECT, new ByteRange(given++ % 2 == 0 ? 500 : 0, 10));
            }
        };
    }

    private static final class Immediate implements ObjectTransport {
        @Override
        public Mono<Void> get(RangeGet request, BodyReceiver receiver) {
            return Mono.fromRunnable(() -> {
                long offset = request.range().startsWith("bytes=5") ? 500 : 0;
                receiver.head(new ResponseHead(offset, 10, OBJECT.size(), OBJECT.etag()));
                receiver.bytes(ByteBuffer.allocate(10));
            });
        }

        @Override
        public Mono<ObjectHandle> head(S3Path path) {
            return Mono.just(OBJECT);
        }
    }
}
