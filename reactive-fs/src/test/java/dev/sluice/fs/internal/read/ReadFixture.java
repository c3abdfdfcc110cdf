package dev.sluice.fs.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fs.ByteRange;
import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.RangeRequest;
import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.budget.ByteBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.test.scheduler.VirtualTimeScheduler;

/** A file system over objects in memory, on virtual time. */
final class ReadFixture {
    static final Duration IDLE = Duration.ofSeconds(8);

    final FakeTransport transport = new FakeTransport();
    final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    final ObjectHandle object = transport.put("s3://bucket/object", 10_000);
    final RangeFileSystem fs;
    ByteBudget budget = ByteBudget.ofBytes(1 << 20);
    ReadOptions options = new ReadOptions(3, 1_000, 0, 4, IDLE);

    ReadFixture() {
        this(40);
    }

    ReadFixture(int maxConcurrency) {
        fs = new RangeFileSystem(transport, maxConcurrency, options, time);
    }

    ReadFixture concurrency(int concurrency) {
        options = new ReadOptions(
                concurrency, options.maxRequestBytes(), options.coalesceGap(), options.maxAttempts(), IDLE);
        return this;
    }

    ReadFixture coalesceGap(int gap) {
        options = new ReadOptions(options.concurrency(), options.maxRequestBytes(), gap, options.maxAttempts(), IDLE);
        return this;
    }

    ReadFixture limit(long bytes) {
        budget = ByteBudget.ofBytes(bytes);
        return this;
    }

    RangeRequest range(long offset, int length) {
        return new RangeRequest(object, new ByteRange(offset, length));
    }

    /** Ranges of one length with a gap of one byte between them, so that none is joined with the next. */
    List<RangeRequest> apart(int count, int length) {
        List<RangeRequest> ranges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ranges.add(range(i * (length + 1L), length));
        }
        return ranges;
    }

    Flux<FetchedRange> read(Iterable<RangeRequest> ranges) {
        return fs.read(ranges, options, budget);
    }

    Received subscribe(Iterable<RangeRequest> ranges) {
        Received received = new Received();
        read(ranges).subscribe(received);
        return received;
    }

    void assertHolds(FetchedRange range) {
        byte[] actual = new byte[range.bytes().remaining()];
        range.bytes().get(actual);
        assertThat(actual)
                .isEqualTo(transport.bytes(
                        range.object().path(),
                        range.range().offset(),
                        range.range().length()));
    }

    void assertNothingIsHeld() {
        assertThat(budget.inUse()).as("bytes in use").isZero();
        assertThat(budget.waiting()).as("waiters").isZero();
        assertThat(fs.metrics().bytesInUse()).as("metered bytes").isZero();
        assertThat(fs.metrics().requestsInFlight()).as("requests in flight").isZero();
        assertThat(fs.metrics().requestsWaiting()).as("requests waiting").isZero();
        assertThat(transport.open).as("open requests").hasValue(0);
    }
}
