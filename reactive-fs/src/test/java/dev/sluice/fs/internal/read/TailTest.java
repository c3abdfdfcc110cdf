package dev.sluice.fs.internal.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.ObjectChangedException;
import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.RangeExceedsBudgetException;
import dev.sluice.fs.RangeNotSatisfiableException;
import dev.sluice.fs.S3Path;
import dev.sluice.fs.StorageRequestRejectedException;
import dev.sluice.fs.StorageUnavailableException;
import dev.sluice.fs.internal.read.TransportException.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

class TailTest {
    private static final S3Path PATH = S3Path.parse("s3://bucket/object");

    private final ReadFixture fixture = new ReadFixture();
    private final FakeTransport transport = fixture.transport;
    private final Received received = new Received();

    private void start(int bytes) {
        fixture.fs.readTail(PATH, bytes, fixture.budget).subscribe(received);
        received.request(1);
        fixture.time.advanceTimeBy(Duration.ofMinutes(1));
    }

    @Test
    void theTailPinsSizeAndVersion() {
        start(100);
        FetchedRange tail = received.ranges.get(0);
        assertThat(tail.object()).isEqualTo(new ObjectHandle(PATH, 10_000, "\"v1\""));
        assertThat(tail.range().offset()).isEqualTo(9_900);
        assertThat(tail.range().length()).isEqualTo(100);
        fixture.assertHolds(tail);
        assertThat(transport.ranges()).containsExactly("bytes=-100");
        assertThat(transport.calls.get(0).request.ifMatch()).isNull();
        assertThat(received.completed).isTrue();
        tail.close();
        fixture.assertNothingIsHeld();
    }

    @Test
    void aShorterObjectComesWholeAndCountsNoMoreThanItIs() {
        start(50_000);
        assertThat(fixture.budget.peak()).isEqualTo(50_000);
        assertThat(fixture.budget.inUse()).isEqualTo(10_000);
        assertThat(fixture.fs.metrics().bytesInUse()).isEqualTo(10_000);
        assertThat(received.ranges.get(0).range().offset()).isZero();
        fixture.assertHolds(received.ranges.get(0));
        received.closeAll();
        fixture.assertNothingIsHeld();
    }

    @Test
    void theLastByteAloneIsATail() {
        start(1);
        assertThat(received.ranges.get(0).range().offset()).isEqualTo(9_999);
        fixture.assertHolds(received.ranges.get(0));
        received.closeAll();
        fixture.assertNothingIsHeld();
    }

    @Test
    void nothingIsSentWithoutDemand() {
        fixture.fs.readTail(PATH, 10, fixture.budget).subscribe(received);
        assertThat(transport.calls).isEmpty();
        received.cancel();
        fixture.assertNothingIsHeld();
    }

    @Test
    void aTailThatBreaksOffIsResumedAsARangeOfTheVersionSeen() {
        transport.onGet(call -> {
            switch (transport.calls.size()) {
                case 1 -> call.fail(Kind.TRANSIENT);
                case 2 -> {
                    call.head();
                    call.bytes(60);
                    call.complete();
                }
                default -> call.answer();
            }
        });
        start(100);
        assertThat(transport.ranges()).containsExactly("bytes=-100", "bytes=-100", "bytes=9960-9999");
        assertThat(transport.calls.get(2).request.ifMatch()).isEqualTo("\"v1\"");
        fixture.assertHolds(received.ranges.get(0));
    }

    @Test
    void aTailThatChangesBetweenTwoAttemptsIsAChange() {
        transport.onGet(call -> {
            if (transport.calls.size() == 1) {
                call.head();
                call.fail(Kind.TRANSIENT);
            } else {
                call.fail(Kind.CHANGED);
            }
        });
        start(100);
        assertThat(received.error).isInstanceOf(ObjectChangedException.class);
        fixture.assertNothingIsHeld();
    }

    @Test
    void anEmptyObjectHasNoTail() {
        transport.put(PATH.toString(), 0);
        start(100);
        assertThat(received.error)
                .isInstanceOf(RangeNotSatisfiableException.class)
                .hasMessageContaining("last 100 bytes")
                .hasMessageContaining("empty");
        fixture.assertNothingIsHeld();
    }

    @Test
    void anAnswerThatPinsNothingOrIsNoTailIsRefused() {
        transport.onGet(call -> call.head(new ResponseHead(9_900, 100, 10_000, null)));
        start(100);
        assertThat(received.error)
                .isInstanceOf(StorageRequestRejectedException.class)
                .hasMessageContaining("ETag");
        fixture.assertNothingIsHeld();

        Received second = new Received();
        transport.onGet(call -> call.head(new ResponseHead(0, 100, 10_000, "\"v1\"")));
        fixture.fs.readTail(PATH, 100, fixture.budget).subscribe(second);
        second.request(1);
        assertThat(second.error).isInstanceOf(StorageRequestRejectedException.class);
        fixture.assertNothingIsHeld();
    }

    @Test
    void aBodyWithoutAHeadIsRefused() {
        transport.onGet(call -> call.bytes(10));
        start(100);
        assertThat(received.error)
                .isInstanceOf(StorageRequestRejectedException.class)
                .hasMessageContaining("head");
    }

    @Test
    void nothingAtAllIsAFailedAttempt() {
        transport.onGet(FakeTransport.Call::complete);
        start(100);
        assertThat(received.error)
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("nothing came")
                .hasMessageContaining("4 attempts");
        fixture.assertNothingIsHeld();
    }

    @Test
    void cancelGivesTheBytesBack() {
        transport.holdAll();
        fixture.fs.readTail(PATH, 100, fixture.budget).subscribe(received);
        received.request(1);
        assertThat(fixture.budget.inUse()).isEqualTo(100);
        received.cancel();
        assertThat(transport.calls.get(0).cancelled).isTrue();
        fixture.assertNothingIsHeld();
    }

    @Test
    void moreThanTheBudgetFailsNamingThePath() {
        fixture.limit(99);
        StepVerifier.create(fixture.fs.readTail(PATH, 100, fixture.budget))
                .verifyErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(RangeExceedsBudgetException.class, exceeded -> {
                            assertThat(exceeded.requestedBytes()).isEqualTo(100);
                            assertThat(exceeded.limitBytes()).isEqualTo(99);
                            assertThat(exceeded.isRetryable()).isFalse();
                        })
                        .hasMessageContaining("s3://bucket/object (last 100 bytes)"));
        assertThat(transport.calls).isEmpty();
    }

    @Test
    void misuseIsThrownAtOnce() {
        assertThatThrownBy(() -> fixture.fs.readTail(PATH, 0, fixture.budget))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> fixture.fs.readTail(S3Path.parse("s3://bucket"), 1, fixture.budget))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bucket");
        assertThatThrownBy(() -> fixture.fs.open(S3Path.parse("s3://bucket/")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
