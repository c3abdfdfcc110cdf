package dev.sluice.fs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.testkit.fault.Gate;
import dev.sluice.testkit.fault.Match;
import dev.sluice.testkit.s3.S3Request;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/** Reading from an S3 that behaves. */
class LocalS3ReadTest {
    @RegisterExtension
    final LocalS3Fixture local = new LocalS3Fixture();

    @Test
    void openPinsSizeAndVersion() {
        ObjectHandle object = local.open();
        assertThat(object.path()).isEqualTo(LocalS3Fixture.PATH);
        assertThat(object.size()).isEqualTo(3_000_000);
        assertThat(object.etag())
                .isEqualTo(local.s3
                        .store()
                        .get("bucket", "dir/object")
                        .orElseThrow()
                        .etag());
    }

    @Test
    void everyRangeIsAskedForWithIfMatchAndComesExactly() {
        ObjectHandle object = local.open();
        assertThat(local.readAll(object, 250_001)).isEqualTo(local.content);
        List<S3Request> requests = local.s3.requests("GetObject");
        assertThat(requests).hasSizeLessThan(12);
        assertThat(requests).allSatisfy(request -> {
            assertThat(request.header("If-Match")).isEqualTo(object.etag());
            assertThat(request.status()).isEqualTo(206);
        });
        assertThat(local.fs.metrics().bytesReceived()).isEqualTo(3_000_000);
        assertThat(local.fs.metrics().retries()).isZero();
    }

    @Test
    void tailsOfLongShortAndEmptyObjects() {
        FetchedRange tail =
                local.fs.readTail(LocalS3Fixture.PATH, 1_000, local.budget).block(LocalS3Fixture.PATIENCE);
        assertThat(tail.range()).isEqualTo(new ByteRange(2_999_000, 1_000));
        assertThat(tail.object()).isEqualTo(local.open());
        local.assertHolds(tail, local.content);
        tail.close();

        S3Path small = S3Path.parse("s3://bucket/small");
        byte[] bytes = local.put(small, 7);
        FetchedRange whole = local.fs.readTail(small, 1_000, local.budget).block(LocalS3Fixture.PATIENCE);
        assertThat(whole.range()).isEqualTo(new ByteRange(0, 7));
        assertThat(local.budget.inUse()).isEqualTo(7);
        local.assertHolds(whole, bytes);
        whole.close();

        S3Path empty = S3Path.parse("s3://bucket/empty");
        local.put(empty, 0);
        StepVerifier.create(local.fs.readTail(empty, 10, local.budget))
                .verifyErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(RangeNotSatisfiableException.class)
                        .hasMessageContaining("s3://bucket/empty"));
    }

    @Test
    void oddKeysAreFoundAsTheyAre() {
        for (String key : List.of("a//b/../c", "sp ace+plus", "ünï/çode", "per%20cent", "q?x=1&y", "end/")) {
            S3Path path = new S3Path("bucket", key);
            byte[] bytes = local.put(path, 100);
            FetchedRange range = local.fs.readTail(path, 100, local.budget).block(LocalS3Fixture.PATIENCE);
            local.assertHolds(range, bytes);
            range.close();
        }
    }

    @Test
    void aSubscriberThatNeverRequestsCausesNoRequest() {
        ObjectHandle object = local.open();
        StepVerifier.create(local.readApart(object, 10_000), 0)
                .expectSubscription()
                .expectNoEvent(Duration.ofMillis(100))
                .thenCancel()
                .verify();
        assertThat(local.s3.requests()).isEmpty();
        assertThat(local.budget.peak()).isZero();
    }

    @Test
    void aSubscriberThatStopsAskingHoldsBoundedBytesAndNoConnection() {
        ObjectHandle object = local.open();
        StepVerifier.create(local.readApart(object, 100_000).doOnNext(FetchedRange::close), 1)
                .expectNextCount(1)
                .then(() -> LocalS3Fixture.await(
                        "all read ahead has arrived",
                        () -> local.fs.metrics().requestsInFlight() == 0 && local.s3.activeRequests() == 0))
                .then(() -> assertThat(local.s3.requests())
                        .as("1 delivered + 4 ahead")
                        .hasSize(5))
                .then(() -> assertThat(local.budget.inUse()).isEqualTo(400_000))
                .thenCancel()
                .verify();
    }

    @Test
    void aConsumerSlowerThanTheReadTimeoutLosesNothing() {
        S3AsyncClient impatient = local.s3.newClient(builder ->
                builder.httpClientBuilder(NettyNioAsyncHttpClient.builder().readTimeout(Duration.ofMillis(300))));
        local.fs = S3FileSystem.builder().s3(impatient).build();
        ObjectHandle object = local.open();
        StepVerifier.create(local.readApart(object, 100_000), 1)
                .consumeNextWith(FetchedRange::close)
                .expectNoEvent(Duration.ofMillis(900))
                .thenRequest(Long.MAX_VALUE)
                .thenConsumeWhile(range -> true, range -> {
                    local.assertHolds(range, local.content);
                    range.close();
                })
                .verifyComplete();
        assertThat(local.fs.metrics().retries()).isZero();
    }

    @Test
    void cancelClosesWhatIsUnderWayAndTheServerSeesIt() {
        ObjectHandle object = local.open();
        Gate gate = local.s3.faults().on(Match.operation("GetObject").always()).thenHold();
        Disposable reading = local.readApart(object, 100_000).subscribe(FetchedRange::close);
        gate.awaitArrival(LocalS3Fixture.PATIENCE);
        LocalS3Fixture.await("four are under way", () -> local.s3.activeRequests() == 4);
        reading.dispose();
        LocalS3Fixture.await("none is under way", () -> local.s3.activeRequests() == 0);
        gate.open();
        assertThat(local.budget.inUse()).isZero();
        assertThat(local.s3.requests("GetObject")).hasSize(4);
    }

    @Test
    void cancelInTheMidstOfABodyBreaksItOff() {
        ObjectHandle object = local.open();
        local.s3.faults().on(Match.operation("GetObject").always()).thenStallAfter(50_000);
        Disposable reading = local.readApart(object, 100_000).subscribe(FetchedRange::close);
        LocalS3Fixture.await("some bytes came", () -> local.fs.metrics().bytesReceived() > 0);
        reading.dispose();
        LocalS3Fixture.await("no connection is left", () -> local.s3.activeRequests() == 0);
        assertThat(local.budget.inUse()).isZero();
    }

    @Test
    void thousandsOfRequestsStayUnderTheClientsConnections() {
        S3AsyncClient narrow = local.s3.newClient(builder -> builder.httpClientBuilder(
                NettyNioAsyncHttpClient.builder().maxConcurrency(8).maxPendingConnectionAcquires(4)));
        local.fs = S3FileSystem.builder().s3(narrow).maxConcurrency(4).build();
        ObjectHandle object = local.open();
        Flux<FetchedRange> readers =
                Flux.fromStream(IntStream.range(0, 50).boxed()).flatMap(i -> local.readApart(object, 30_000), 50, 1);
        StepVerifier.create(readers.doOnNext(FetchedRange::close))
                .expectNextCount(50 * 100)
                .expectComplete()
                .verify(LocalS3Fixture.PATIENCE.multipliedBy(3));
        assertThat(local.fs.metrics().requestsSent()).isEqualTo(5_001);
        assertThat(local.fs.metrics().retries()).isZero();
        assertThat(local.s3.openConnections()).isLessThanOrEqualTo(8);
    }

    @Test
    void heldBytesStayUnderTheBudgetWhateverTheConsumerDoes() {
        local.budget = ByteBudget.ofBytes(350_000);
        ObjectHandle object = local.open();
        Flux<FetchedRange> hungry =
                local.readApart(object, 100_000).publishOn(reactor.core.scheduler.Schedulers.parallel(), 256);
        StepVerifier.create(hungry, 0)
                .thenRequest(1)
                .consumeNextWith(FetchedRange::close)
                .thenRequest(Long.MAX_VALUE)
                .thenConsumeWhile(range -> true, FetchedRange::close)
                .verifyComplete();
        assertThat(local.budget.peak()).isLessThanOrEqualTo(350_000);
    }

    @Test
    void aWholeRangeIsAllocatedOnceAtItsSize() {
        int size = 16 << 20;
        byte[] bytes = local.put(LocalS3Fixture.PATH, size);
        ObjectHandle object = local.open();
        FetchedRange range = local.fs
                .read(List.of(new RangeRequest(object, new ByteRange(0, size))), ReadOptions.defaults(), local.budget)
                .blockLast(LocalS3Fixture.PATIENCE);
        assertThat(local.budget.peak()).isEqualTo(size);
        assertThat(range.bytes().capacity()).isEqualTo(size);
        assertThat(local.s3.requests("GetObject")).hasSize(2);
        local.assertHolds(range, bytes);
        range.close();
    }
}
