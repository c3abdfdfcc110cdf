package dev.sluice.fs.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fs.ObjectChangedException;
import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.ObjectNotFoundException;
import dev.sluice.fs.RangeNotSatisfiableException;
import dev.sluice.fs.S3Path;
import dev.sluice.fs.StorageAccessDeniedException;
import dev.sluice.fs.StorageException;
import dev.sluice.fs.StorageRequestRejectedException;
import dev.sluice.fs.StorageUnavailableException;
import dev.sluice.fs.internal.read.TransportException.Kind;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

/** What happens to a request that fails, at whatever point, on virtual time. */
class ResumeTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final ReadFixture fixture = new ReadFixture(2);
    private final FakeTransport transport = fixture.transport;
    private final Received received = new Received();

    private void start() {
        fixture.read(List.of(fixture.range(100, 900))).subscribe(received);
        received.requestUnbounded();
    }

    @Test
    void aBodyThatBreaksOffIsResumedAtTheMissingByteOfTheSameVersion() {
        int[] sent = {300, 0, 599};
        AtomicInteger attempt = new AtomicInteger();
        transport.onGet(call -> {
            int number = attempt.getAndIncrement();
            if (number == 3) {
                call.answer();
                return;
            }
            call.head();
            call.bytes(sent[number]);
            call.fail(Kind.TRANSIENT);
        });
        start();
        fixture.time.advanceTimeBy(LONG);

        assertThat(transport.ranges())
                .containsExactly("bytes=100-999", "bytes=400-999", "bytes=400-999", "bytes=999-999");
        assertThat(transport.calls).allMatch(call -> "\"v1\"".equals(call.request.ifMatch()));
        assertThat(received.completed).isTrue();
        fixture.assertHolds(received.ranges.get(0));
        assertThat(fixture.fs.metrics().requestsSent()).isEqualTo(4);
        assertThat(fixture.fs.metrics().retries()).isEqualTo(3);
        assertThat(fixture.fs.metrics().bytesReceived()).isEqualTo(900);
        received.closeAll();
        fixture.assertNothingIsHeld();
    }

    @Test
    void aBodyThatEndsEarlyWithoutAnErrorIsResumedToo() {
        transport.onGet(call -> {
            call.head();
            call.bytes((int) call.length - (transport.calls.size() < 3 ? 1 : 0));
            call.complete();
        });
        start();
        fixture.time.advanceTimeBy(LONG);
        assertThat(transport.ranges()).containsExactly("bytes=100-999", "bytes=999-999", "bytes=999-999");
        fixture.assertHolds(received.ranges.get(0));
    }

    @Test
    void anAnswerOfNoBytesAtAllIsAFailedAttempt() {
        transport.onGet(FakeTransport.Call::complete);
        start();
        fixture.time.advanceTimeBy(LONG);
        assertThat(transport.calls).hasSize(4);
        assertThat(received.error)
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("900 of 900 bytes are missing");
    }

    @Test
    void aConnectionThatBreaksBehindTheLastByteNeedsNoSecondRequest() {
        transport.onGet(call -> {
            call.head();
            call.bytes((int) call.length);
            call.fail(Kind.TRANSIENT);
        });
        start();
        fixture.time.advanceTimeBy(LONG);
        assertThat(transport.calls).hasSize(1);
        assertThat(received.completed).isTrue();
        fixture.assertHolds(received.ranges.get(0));
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"THROTTLED", "TRANSIENT"})
    void givesUpAfterTheLastAttemptWithAnErrorThatMayBeRetried(Kind kind) {
        transport.onGet(call -> call.fail(kind));
        start();
        fixture.time.advanceTimeBy(LONG);

        assertThat(transport.calls).hasSize(4);
        assertThat(received.error)
                .isInstanceOfSatisfying(
                        StorageUnavailableException.class,
                        error -> assertThat(error.isRetryable()).isTrue())
                .hasMessageContaining("s3://bucket/object")
                .hasMessageContaining("bytes 100-999")
                .hasMessageContaining("4 attempts");
        fixture.assertNothingIsHeld();
    }

    @Test
    void permanentFailuresAreNotRepeated() {
        assertThat(failure(Kind.NOT_FOUND)).isInstanceOf(ObjectNotFoundException.class);
        assertThat(failure(Kind.ACCESS_DENIED)).isInstanceOf(StorageAccessDeniedException.class);
        assertThat(failure(Kind.CHANGED)).isInstanceOf(ObjectChangedException.class);
        assertThat(failure(Kind.RANGE_NOT_SATISFIABLE)).isInstanceOf(RangeNotSatisfiableException.class);
        assertThat(failure(Kind.REJECTED)).isInstanceOf(StorageRequestRejectedException.class);
    }

    private StorageException failure(Kind kind) {
        ReadFixture run = new ReadFixture();
        run.transport.onGet(call -> call.fail(kind));
        Received failed = run.subscribe(List.of(run.range(0, 10)));
        failed.requestUnbounded();
        run.time.advanceTimeBy(LONG);
        assertThat(run.transport.calls).as("requests after " + kind).hasSize(1);
        run.assertNothingIsHeld();
        StorageException error = (StorageException) failed.error;
        assertThat(error).hasMessageContaining("s3://bucket/object");
        assertThat(error.isRetryable()).isFalse();
        if (kind != Kind.CHANGED) {
            assertThat(error).hasMessageContaining("bytes 0-9").hasMessageContaining("; 1 attempt");
        }
        return error;
    }

    @Test
    void whatIsNoTransportErrorComesAsItIs() {
        transport.onGet(call -> call.fail(new IllegalStateException("a bug")));
        start();
        assertThat(received.error).isInstanceOf(IllegalStateException.class).hasMessage("a bug");
        fixture.assertNothingIsHeld();
    }

    @Test
    void anotherVersionInTheAnswerIsAChangeThoughTheServerIgnoredIfMatch() {
        transport.onGet(call -> call.head(new ResponseHead(100, 900, 10_000, "\"v2\"")));
        start();
        assertThat(received.error)
                .isInstanceOf(ObjectChangedException.class)
                .hasMessageContaining("s3://bucket/object")
                .hasMessageContaining("\"v1\"");
        fixture.assertNothingIsHeld();
    }

    @Test
    void anAnswerWithoutAnEtagIsTakenForItIsMatchedByTheServer() {
        transport.onGet(call -> {
            call.head(new ResponseHead(100, 900, 10_000, null));
            call.bytes(900);
            call.complete();
        });
        start();
        fixture.assertHolds(received.ranges.get(0));
    }

    @Test
    void otherBytesThanAskedForAreRefused() {
        for (ResponseHead wrong :
                List.of(new ResponseHead(0, 900, 10_000, "\"v1\""), new ResponseHead(100, 899, 10_000, "\"v1\""))) {
            ReadFixture run = new ReadFixture();
            run.transport.onGet(call -> call.head(wrong));
            Received failed = run.subscribe(List.of(run.range(100, 900)));
            failed.requestUnbounded();
            assertThat(failed.error)
                    .isInstanceOf(StorageRequestRejectedException.class)
                    .hasMessageContaining("not with 900 from 100 on");
            run.assertNothingIsHeld();
        }
    }

    @Test
    void aBodyThatIsTooLongIsRefusedBeforeItIsWritten() {
        transport.onGet(call -> {
            call.head();
            call.bytes(900);
            call.bytes(ByteBuffer.allocate(1));
        });
        start();
        assertThat(received.error)
                .isInstanceOf(StorageRequestRejectedException.class)
                .hasMessageContaining("longer than the 900 bytes");
        fixture.assertNothingIsHeld();
    }

    @Test
    void aBodyThatStandsStillIsBrokenOffAndResumed() {
        transport.onGet(call -> {
            if (transport.calls.size() == 1) {
                call.head();
                call.bytes(500);
            } else {
                call.answer();
            }
        });
        start();
        fixture.time.advanceTimeBy(ReadFixture.IDLE.minusMillis(1));
        assertThat(transport.calls.get(0).cancelled).isFalse();
        fixture.time.advanceTimeBy(ReadFixture.IDLE.dividedBy(4).plusMillis(1));
        assertThat(transport.calls.get(0).cancelled).isTrue();
        fixture.time.advanceTimeBy(Duration.ofSeconds(1));
        assertThat(transport.ranges()).containsExactly("bytes=100-999", "bytes=600-999");
        fixture.assertHolds(received.ranges.get(0));
    }

    @Test
    void aServerThatNeverAnswersTimesOutEachTime() {
        transport.holdAll();
        start();
        fixture.time.advanceTimeBy(Duration.ofMinutes(5));
        assertThat(transport.calls).hasSize(4).allMatch(call -> call.cancelled);
        assertThat(received.error)
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("nothing came for PT8S");
        fixture.assertNothingIsHeld();
    }

    @Test
    void aSlowBodyIsNoIdleOne() {
        transport.holdAll();
        start();
        FakeTransport.Call call = transport.calls.get(0);
        call.head();
        for (int i = 0; i < 90; i++) {
            fixture.time.advanceTimeBy(Duration.ofSeconds(7));
            call.bytes(10);
        }
        call.complete();
        assertThat(received.completed).isTrue();
        assertThat(transport.calls).hasSize(1);
    }

    @Test
    void aDelivererThatComesTooLateIsNotHeard() {
        transport.holdAll();
        start();
        FakeTransport.Call late = transport.calls.get(0);
        late.head();
        late.bytes(100);
        fixture.time.advanceTimeBy(Duration.ofSeconds(12));
        assertThat(transport.calls).hasSize(2);
        FakeTransport.Call second = transport.calls.get(1);
        second.head();
        second.bytes(10);
        late.bytes(ByteBuffer.allocate(50));
        late.head(new ResponseHead(0, 1, 1, "\"other\""));
        second.bytes(790);
        second.complete();
        assertThat(received.completed).isTrue();
        fixture.assertHolds(received.ranges.get(0));
    }

    @Test
    void aFailedRequestHoldsNoConnectionWhileItWaits() {
        ReadFixture run = new ReadFixture(1).concurrency(2);
        run.transport.onGet(call -> {
            if (call.offset == 0 && run.transport.calls.size() == 1) {
                call.fail(Kind.THROTTLED);
            } else {
                call.answer();
            }
        });
        Received ranges = run.subscribe(run.apart(2, 100));
        ranges.requestUnbounded();
        assertThat(run.transport.ranges())
                .as("the second went in the pause")
                .containsExactly("bytes=0-99", "bytes=101-200");
        assertThat(run.budget.inUse()).as("its buffer stays counted").isEqualTo(200);
        run.time.advanceTimeBy(LONG);
        assertThat(ranges.offsets()).containsExactly(0L, 101L);
    }

    @Test
    void cancelWhileWaitingForTheNextAttemptSendsNothingMore() {
        transport.onGet(call -> call.fail(Kind.TRANSIENT));
        start();
        received.cancel();
        fixture.time.advanceTimeBy(LONG);
        assertThat(transport.calls).hasSize(1);
        fixture.assertNothingIsHeld();
    }

    @Test
    void allReadersTogetherStayUnderTheConnectionLimit() {
        ReadFixture run = new ReadFixture(8);
        run.transport.holdAll();
        for (int i = 0; i < 25; i++) {
            run.subscribe(run.apart(8, 10)).requestUnbounded();
        }
        assertThat(run.fs.metrics().requestsInFlight()).isEqualTo(8);
        assertThat(run.fs.metrics().requestsWaiting()).isEqualTo(25 * 3 - 8);
        for (int i = 0; i < 200; i++) {
            run.transport.calls.get(i).answer();
        }
        assertThat(run.transport.calls).hasSize(200);
        assertThat(run.transport.mostOpen).hasValue(8);
        assertThat(run.fs.metrics().requestsInFlight()).isZero();
    }

    @Test
    void headIsRepeatedAndTimedOutToo() {
        AtomicInteger tries = new AtomicInteger();
        transport.onHead(Mono.defer(() -> switch (tries.incrementAndGet()) {
            case 1 -> Mono.error(new TransportException(Kind.TRANSIENT, "broken"));
            case 2 -> Mono.never();
            default -> Mono.just(fixture.object);
        }));
        AtomicInteger opened = new AtomicInteger();
        fixture.fs.open(fixture.object.path()).subscribe(handle -> opened.incrementAndGet());
        fixture.time.advanceTimeBy(LONG);
        assertThat(opened).hasValue(1);
        assertThat(tries).hasValue(3);
        assertThat(fixture.fs.metrics().requestsInFlight()).isZero();
    }

    @Test
    void headFailsWithTheSameErrors() {
        transport.onHead(Mono.error(new TransportException(Kind.CHANGED, "odd")));
        assertThat(openFailure())
                .isInstanceOf(StorageRequestRejectedException.class)
                .hasMessageContaining("(head)");
        transport.onHead(Mono.never());
        assertThat(openFailure())
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("4 attempts")
                .hasMessageContaining("nothing came");
    }

    private Throwable openFailure() {
        Throwable[] failure = new Throwable[1];
        Mono<ObjectHandle> open = fixture.fs.open(S3Path.parse("s3://bucket/object"));
        open.subscribe(handle -> {}, error -> failure[0] = error);
        fixture.time.advanceTimeBy(LONG);
        return failure[0];
    }
}
