package dev.sluice.fs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.testkit.s3.LocalS3;
import dev.sluice.testkit.s3.S3Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;

/**
 * A file system on a local S3, for one test; after it no byte, no request and no place may be held, and nothing may have
 * been dropped.
 */
final class LocalS3Fixture implements BeforeEachCallback, AfterEachCallback {
    static final Duration PATIENCE = Duration.ofSeconds(30);
    static final S3Path PATH = S3Path.parse("s3://bucket/dir/object");

    final AtomicReference<Object> dropped = new AtomicReference<>();
    LocalS3 s3;
    S3FileSystem fs;
    ByteBudget budget;
    byte[] content;
    ReadOptions options = new ReadOptions(4, 1 << 20, 0, 4, Duration.ofSeconds(2));

    @Override
    public void beforeEach(ExtensionContext context) {
        Hooks.onErrorDropped(dropped::set);
        Hooks.onNextDropped(dropped::set);
        s3 = LocalS3.start("bucket");
        fs = S3FileSystem.builder().s3(s3.client()).readOptions(options).build();
        budget = ByteBudget.ofBytes(16 << 20);
        content = put(PATH, 3_000_000);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        try {
            await(
                    "nothing is held",
                    () -> budget.inUse() == 0
                            && budget.waiting() == 0
                            && fs.metrics().bytesInUse() == 0
                            && fs.metrics().requestsInFlight() == 0
                            && fs.metrics().requestsWaiting() == 0);
            assertThat(dropped.get()).as("dropped signal").isNull();
        } finally {
            s3.close();
            Hooks.resetOnErrorDropped();
            Hooks.resetOnNextDropped();
        }
    }

    byte[] put(S3Path path, int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        s3.store().put(path.bucket(), path.key(), bytes);
        return bytes;
    }

    ObjectHandle open() {
        ObjectHandle handle = fs.open(PATH).block(PATIENCE);
        s3.clearRequests();
        return handle;
    }

    /** Reads the object in ranges of one length, closing each, and gives back what came. */
    byte[] readAll(ObjectHandle object, int rangeBytes) {
        byte[] read = new byte[(int) object.size()];
        List<Long> offsets = new ArrayList<>();
        read(object, rangeBytes)
                .doOnNext(range -> {
                    try (range) {
                        offsets.add(range.range().offset());
                        range.bytes()
                                .get(
                                        read,
                                        (int) range.range().offset(),
                                        range.range().length());
                    }
                })
                .blockLast(PATIENCE);
        assertThat(offsets).isSorted().doesNotHaveDuplicates();
        return read;
    }

    Flux<FetchedRange> read(ObjectHandle object, int rangeBytes) {
        return fs.read(ranges(object, rangeBytes), options, budget);
    }

    /** Each range by a request of its own: ranges that touch would share one. */
    Flux<FetchedRange> readApart(ObjectHandle object, int rangeBytes) {
        ReadOptions apart =
                new ReadOptions(options.concurrency(), rangeBytes, 0, options.maxAttempts(), options.idleTimeout());
        return fs.read(ranges(object, rangeBytes), apart, budget);
    }

    static List<RangeRequest> ranges(ObjectHandle object, int rangeBytes) {
        List<RangeRequest> ranges = new ArrayList<>();
        for (long offset = 0; offset < object.size(); offset += rangeBytes) {
            ranges.add(new RangeRequest(object, new ByteRange(offset, (int)
                    Math.min(rangeBytes, object.size() - offset))));
        }
        return ranges;
    }

    List<String> rangesAsked() {
        return s3.requests("GetObject").stream().map(S3Request::range).toList();
    }

    void assertHolds(FetchedRange range, byte[] of) {
        byte[] bytes = new byte[range.range().length()];
        range.bytes().get(bytes);
        int offset = (int) range.range().offset();
        assertThat(Arrays.equals(bytes, Arrays.copyOfRange(of, offset, offset + bytes.length)))
                .as(range.toString())
                .isTrue();
    }

    /** Polls, since the other side of a connection notices things in its own time. */
    static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited too long until " + what).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
