package dev.sluice.fs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.fault.Match;
import dev.sluice.testkit.s3.LocalS3;
import dev.sluice.testkit.s3.S3Request;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/** Reading from an S3, and through a network, that does not behave. */
@Timeout(60)
class LocalS3FaultsTest {
    private static final Match GETS = Match.operation("GetObject");

    @RegisterExtension
    final LocalS3Fixture local = new LocalS3Fixture();

    private void assertResumed(int requests) {
        ObjectHandle object = local.open();
        assertThat(local.readAll(object, 1 << 20)).isEqualTo(local.content);
        List<S3Request> gets = local.s3.requests("GetObject");
        assertThat(gets).as("attempts on the wire").hasSize(requests);
        assertThat(gets).allMatch(request -> object.etag().equals(request.header("If-Match")));
        assertThat(local.fs.metrics().retries()).isEqualTo(requests - 3);
    }

    @Test
    void aConnectionClosedTwiceWithinABodyIsResumedAtTheMissingByte() {
        local.options = new ReadOptions(1, 1 << 20, 0, 4, Duration.ofSeconds(10));
        local.s3.faults().on(GETS.nth(1)).thenShortBody(100_000);
        local.s3.faults().on(GETS.nth(2)).thenShortBody(200_000);
        assertResumed(5);
        assertThat(local.rangesAsked().subList(0, 3))
                .containsExactly("bytes=0-1048575", "bytes=100000-1048575", "bytes=300000-1048575");
    }

    @Test
    void aConnectionClosedWithinABodyIsNoticedAtOnceNotByTimeout() {
        local.options = new ReadOptions(1, 4 << 20, 0, 1, Duration.ofSeconds(50));
        local.s3.faults().on(GETS).thenShortBody(100_000);
        StepVerifier.create(local.read(local.open(), 3_000_000))
                .expectError(StorageUnavailableException.class)
                .verify(Duration.ofSeconds(10));
    }

    @Test
    void aBodyShortByOneByteCostsOneMoreRequestForThatByte() {
        local.options = new ReadOptions(1, 1 << 20, 0, 4, Duration.ofSeconds(10));
        local.s3.faults().on(GETS).thenShortBody((1 << 20) - 1);
        assertResumed(4);
        assertThat(local.rangesAsked()).contains("bytes=1048575-1048575");
    }

    @Test
    void aResetWithinABodyIsResumed() {
        local.s3.faults().on(GETS).thenResetAfter(500_000);
        assertResumed(4);
    }

    @Test
    void aResetOrCloseInsteadOfAnAnswerIsRepeated() {
        local.s3.faults().on(GETS.nth(1)).thenReset();
        local.s3.faults().on(GETS.nth(2)).thenClose();
        assertResumed(5);
    }

    @Test
    void aBodyThatStandsStillIsBrokenOffAndResumed() {
        local.s3.faults().on(GETS).thenStallAfter(500_000);
        assertResumed(4);
    }

    @Test
    void aServerThatDoesNotAnswerIsAskedAgain() {
        local.s3.faults().on(GETS).thenStall();
        assertResumed(4);
    }

    @Test
    void throttlingAndFaultsOfTheServiceAreRepeatedHereAndNowhereElse() {
        local.s3.faults().on(GETS.nth(1)).thenThrottle();
        local.s3.faults().on(GETS.nth(2)).thenStatus(500, "InternalError", "We encountered an internal error.");
        local.s3.faults().on(GETS.nth(3)).thenStatus(400, "RequestTimeout", "Your socket connection was idle.");
        assertResumed(6);
        assertThat(local.s3.requests("GetObject"))
                .allMatch(request -> request.header("amz-sdk-request").startsWith("attempt=1;"));
    }

    @Test
    void eachKindOfFaultCostsTheDocumentedNumberOfAttempts() {
        local.options = new ReadOptions(1, 4 << 20, 0, 4, Duration.ofSeconds(10));
        ObjectHandle object = local.open();
        assertAttempts(object, 503, "SlowDown", 4, StorageUnavailableException.class);
        assertAttempts(object, 500, "InternalError", 4, StorageUnavailableException.class);
        assertAttempts(object, 400, "InternalServerException", 4, StorageUnavailableException.class);
        assertAttempts(object, 403, "AccessDenied", 1, StorageAccessDeniedException.class);
        assertAttempts(object, 400, "ExpiredToken", 1, StorageAccessDeniedException.class);
        assertAttempts(object, 404, "NoSuchKey", 1, ObjectNotFoundException.class);
        assertAttempts(object, 412, "PreconditionFailed", 1, ObjectChangedException.class);
        assertAttempts(object, 416, "InvalidRange", 1, RangeNotSatisfiableException.class);
        assertAttempts(object, 400, "InvalidArgument", 1, StorageRequestRejectedException.class);
    }

    private void assertAttempts(
            ObjectHandle object, int status, String code, int attempts, Class<? extends StorageException> expected) {
        local.s3.clearRequests();
        local.s3.faults().clear();
        local.s3.faults().on(GETS.always()).thenStatus(status, code, "as asked");
        StepVerifier.create(local.read(object, 3_000_000))
                .expectErrorSatisfies(error -> {
                    assertThat(error).isInstanceOf(expected).hasMessageContaining("s3://bucket/dir/object");
                    if (!(error instanceof ObjectChangedException)) {
                        assertThat(error)
                                .hasMessageContaining("bytes ")
                                .hasMessageContaining(code)
                                .hasMessageContaining(attempts + " attempt");
                    }
                    assertThat(((StorageException) error).isRetryable()).isEqualTo(attempts > 1);
                })
                .verify(LocalS3Fixture.PATIENCE);
        assertThat(local.s3.requests("GetObject")).as(code).hasSize(attempts);
    }

    @Test
    void anObjectReplacedBetweenRangesIsAnErrorAndItsBytesAreNeverMixedIn() {
        local.options = new ReadOptions(1, 1 << 20, 0, 4, Duration.ofSeconds(10));
        ObjectHandle object = local.open();
        byte[] other = new byte[3_000_000];
        new Random(7).nextBytes(other);
        local.s3.faults().on(GETS.nth(3)).thenRun(() -> local.s3.store().put("bucket", "dir/object", other));
        StepVerifier.create(local.readApart(object, 1_000_000).doOnNext(range -> {
                    local.assertHolds(range, local.content);
                    range.close();
                }))
                .expectNextCount(2)
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(ObjectChangedException.class)
                        .hasMessageContaining(object.etag())
                        .hasMessageContaining("s3://bucket/dir/object"))
                .verify(LocalS3Fixture.PATIENCE);
        assertThat(local.s3.requests("GetObject")).hasSize(3);
    }

    @Test
    void anObjectReplacedWithinABodyIsNotResumed() {
        local.options = new ReadOptions(1, 4 << 20, 0, 4, Duration.ofSeconds(10));
        ObjectHandle object = local.open();
        local.s3.faults().on(GETS.nth(1)).thenShortBody(100_000);
        local.s3.faults().on(GETS.nth(2)).thenRun(() -> local.put(LocalS3Fixture.PATH, 3_000_001));
        StepVerifier.create(local.read(object, 3_000_000))
                .expectError(ObjectChangedException.class)
                .verify(LocalS3Fixture.PATIENCE);
        assertThat(local.s3.requests("GetObject")).hasSize(2);
    }

    @Test
    void anotherEtagInTheAnswerIsAChange() {
        local.s3.faults().on(GETS).thenETag("\"other\"");
        StepVerifier.create(local.read(local.open(), 3_000_000))
                .expectError(ObjectChangedException.class)
                .verify(LocalS3Fixture.PATIENCE);
    }

    @Test
    void missingThingsAreNamed() {
        StepVerifier.create(local.fs.open(S3Path.parse("s3://bucket/none")))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(ObjectNotFoundException.class)
                        .hasMessageContaining("s3://bucket/none"))
                .verify(LocalS3Fixture.PATIENCE);
        StepVerifier.create(local.fs.readTail(S3Path.parse("s3://nobucket/none"), 10, local.budget))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(ObjectNotFoundException.class)
                        .hasMessageContaining("NoSuchBucket"))
                .verify(LocalS3Fixture.PATIENCE);
    }

    @Test
    void wrongCredentialsAreDeniedAtOnce() {
        S3AsyncClient stranger = local.s3.newClient(builder -> builder.credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create(LocalS3.ACCESS_KEY_ID, "wrong"))));
        S3FileSystem strange = S3FileSystem.builder().s3(stranger).build();
        StepVerifier.create(strange.readTail(LocalS3Fixture.PATH, 10, local.budget))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(StorageAccessDeniedException.class)
                        .hasMessageContaining("SignatureDoesNotMatch"))
                .verify(LocalS3Fixture.PATIENCE);
        assertThat(local.s3.requests("GetObject")).hasSize(1);
    }

    @Test
    void missingCredentialsAreARejectionWithTheSdksWords() {
        S3AsyncClient nobody = local.s3.newClient(builder -> builder.credentialsProvider(() -> {
            throw new IllegalStateException("no credentials on this machine");
        }));
        S3FileSystem lost = S3FileSystem.builder().s3(nobody).build();
        StepVerifier.create(lost.open(LocalS3Fixture.PATH))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(StorageRequestRejectedException.class)
                        .hasMessageContaining("no credentials on this machine"))
                .verify(LocalS3Fixture.PATIENCE);
    }

    @Test
    void theServersIdleConnectionsMayCloseAnyTime() {
        ObjectHandle object = local.open();
        for (int round = 0; round < 5; round++) {
            assertThat(local.readAll(object, 500_000)).isEqualTo(local.content);
            local.s3.server().closeConnections();
        }
    }

    @Test
    void closingTheClientWithWorkUnderWayEndsItWithATypedErrorAndDropsNothing() {
        S3AsyncClient closing = local.s3.newClient(builder -> {});
        S3FileSystem fs = S3FileSystem.builder().s3(closing).build();
        ObjectHandle object = local.open();
        local.s3.faults().on(GETS.always()).thenStallAfter(10_000);
        ReadOptions once = new ReadOptions(2, 1 << 20, 0, 1, Duration.ofSeconds(2));
        StepVerifier.create(fs.read(LocalS3Fixture.ranges(object, 1 << 20), once, local.budget))
                .then(() ->
                        LocalS3Fixture.await("bytes came", () -> fs.metrics().bytesReceived() > 0))
                .then(closing::close)
                .expectError(StorageException.class)
                .verify(LocalS3Fixture.PATIENCE);
    }

    @Test
    void subscriptionsCancelledAtRandomMomentsLeaveNoConnection() {
        ObjectHandle object = local.open();
        for (int round = 0; round < 200; round++) {
            if (round % 10 == 0) {
                local.s3.faults().on(GETS).thenShortBody(20_000);
            }
            Disposable reading = local.readApart(object, 100_000).subscribe(FetchedRange::close);
            Mono.delay(Duration.ofNanos(ThreadLocalRandom.current().nextInt(10_000_000)))
                    .block();
            reading.dispose();
        }
        LocalS3Fixture.await("none is under way", () -> local.s3.activeRequests() == 0);
    }

    @Test
    void aFaultInOneRangeDeliversEveryRangeOnceInOrder() {
        local.s3.faults().on(GETS.nth(3)).thenResetAfter(10_000);
        local.s3.faults().on(GETS.nth(5)).thenThrottle();
        ObjectHandle object = local.open();
        assertThat(local.readAll(object, 200_000)).isEqualTo(local.content);
    }
}
