package dev.sluice.fs.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.budget.Permit;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Hooks;
import reactor.test.StepVerifier;
import reactor.test.util.RaceTestUtils;

/** Whoever leaves, at whatever moment, leaves nothing behind. */
class OrderedFetchCancelTest {
    private final AtomicReference<Object> dropped = new AtomicReference<>();

    @BeforeEach
    void watchDroppedSignals() {
        Hooks.onErrorDropped(dropped::set);
        Hooks.onNextDropped(dropped::set);
    }

    @AfterEach
    void nothingWasDropped() {
        Hooks.resetOnErrorDropped();
        Hooks.resetOnNextDropped();
        assertThat(dropped.get()).isNull();
    }

    @Test
    void cancelBreaksRequestsOffAndGivesEverythingBack() {
        ReadFixture fixture = new ReadFixture().limit(350);
        fixture.transport.holdAll();
        Received received = fixture.subscribe(fixture.apart(9, 100));
        received.request(1);
        fixture.transport.calls.get(1).answer();
        assertThat(fixture.budget.inUse()).isEqualTo(300);
        received.cancel();

        fixture.assertNothingIsHeld();
        assertThat(fixture.transport.calls.get(0).cancelled).isTrue();
        assertThat(fixture.transport.calls.get(2).cancelled).isTrue();
        assertThat(fixture.transport.calls).hasSize(3);
        assertThat(received.ranges).isEmpty();
    }

    @Test
    void cancelWhileWaitingForAPermitLeavesTheQueue() {
        ReadFixture fixture = new ReadFixture().limit(150);
        Permit[] held = new Permit[1];
        fixture.budget.acquire(100).subscribe(permit -> held[0] = permit);
        Received received = fixture.subscribe(fixture.apart(3, 100));
        received.requestUnbounded();
        assertThat(fixture.budget.waiting()).isEqualTo(1);
        received.cancel();
        assertThat(fixture.budget.waiting()).isZero();
        held[0].close();
        fixture.assertNothingIsHeld();
        assertThat(fixture.transport.calls).isEmpty();
    }

    @Test
    void cancelInsideOnNextDeliversNothingMore() {
        ReadFixture fixture = new ReadFixture();
        StepVerifier.create(fixture.read(fixture.apart(9, 100)).take(2).doOnNext(FetchedRange::close))
                .expectNextCount(2)
                .verifyComplete();
        fixture.assertNothingIsHeld();
    }

    @Test
    void deliveredRangesOutliveTheSubscription() {
        ReadFixture fixture = new ReadFixture();
        Received received = fixture.subscribe(fixture.apart(9, 100));
        received.request(2);
        received.cancel();
        assertThat(fixture.budget.inUse()).isEqualTo(200);
        received.ranges.forEach(fixture::assertHolds);
        received.closeAll();
        fixture.assertNothingIsHeld();
    }

    @Test
    void theUndeliveredSlicesOfASharedRequestAreGivenUp() {
        ReadFixture fixture = new ReadFixture().coalesceGap(10);
        Received received =
                fixture.subscribe(List.of(fixture.range(0, 100), fixture.range(100, 100), fixture.range(200, 100)));
        received.request(1);
        received.cancel();
        assertThat(fixture.budget.inUse())
                .as("one slice is out, so the buffer counts")
                .isEqualTo(300);
        received.closeAll();
        fixture.assertNothingIsHeld();
    }

    @Test
    void aPermitThatComesWhileCancellingGoesBack() {
        for (int i = 0; i < 5_000; i++) {
            ReadFixture fixture = new ReadFixture().limit(100);
            fixture.transport.holdAll();
            AtomicReference<Permit> held = new AtomicReference<>();
            fixture.budget.acquire(100).subscribe(held::set);
            Received received = fixture.subscribe(fixture.apart(2, 100));
            received.requestUnbounded();
            RaceTestUtils.race(held.get()::close, received::cancel);
            fixture.assertNothingIsHeld();
        }
    }

    @Test
    void anAnswerThatComesWhileCancellingIsDeliveredOrGivenUp() {
        for (int i = 0; i < 10_000; i++) {
            ReadFixture fixture = new ReadFixture();
            fixture.transport.holdAll();
            Received received = fixture.subscribe(fixture.apart(3, 100));
            received.requestUnbounded();
            RaceTestUtils.race(fixture.transport.calls.get(0)::answer, received::cancel);
            received.closeAll();
            fixture.assertNothingIsHeld();
        }
    }

    @Test
    void demandAnswersAndCancelMayRace() {
        for (int i = 0; i < 3_000; i++) {
            ReadFixture fixture = new ReadFixture();
            fixture.transport.holdAll();
            Received received = fixture.subscribe(fixture.apart(6, 100));
            received.request(1);
            RaceTestUtils.race(
                    () -> received.request(2),
                    () -> received.request(2),
                    fixture.transport.calls.get(0)::answer,
                    fixture.transport.calls.get(1)::answer,
                    received::cancel);
            received.closeAll();
            fixture.assertNothingIsHeld();
        }
    }

    @Test
    void racingAnswersAreDeliveredInOrderAndOnce() {
        for (int i = 0; i < 3_000; i++) {
            ReadFixture fixture = new ReadFixture();
            fixture.transport.holdAll();
            Received received = fixture.subscribe(fixture.apart(3, 100));
            RaceTestUtils.race(() -> received.request(1), () -> received.request(2));
            RaceTestUtils.race(
                    fixture.transport.calls.get(2)::answer,
                    fixture.transport.calls.get(0)::answer,
                    fixture.transport.calls.get(1)::answer);
            assertThat(received.offsets()).containsExactly(0L, 101L, 202L);
            assertThat(received.completed).isTrue();
            received.closeAll();
            fixture.assertNothingIsHeld();
        }
    }

    @Test
    void failuresThatRaceGiveOneError() {
        for (int i = 0; i < 3_000; i++) {
            ReadFixture fixture = new ReadFixture();
            fixture.transport.holdAll();
            Received received = fixture.subscribe(List.of(fixture.range(0, 3_000)));
            received.requestUnbounded();
            RaceTestUtils.race(
                    () -> fixture.transport.calls.get(0).fail(TransportException.Kind.REJECTED),
                    () -> fixture.transport.calls.get(1).answer(),
                    received::cancel);
            fixture.assertNothingIsHeld();
        }
    }

    @Test
    void subscriptionsCancelledAtRandomMomentsLeaveNothing() throws InterruptedException {
        ReadFixture fixture = new ReadFixture(8).limit(2_000);
        ExecutorService network = Executors.newFixedThreadPool(3);
        try {
            fixture.transport.onGet(call -> network.execute(() -> {
                if (ThreadLocalRandom.current().nextInt(20) == 0) {
                    call.head();
                    call.bytes((int) call.length / 2);
                    // To be repeated after a pause that, on virtual time, never ends.
                    call.fail(TransportException.Kind.TRANSIENT);
                } else {
                    call.answer();
                }
            }));
            for (int round = 0; round < 1_000; round++) {
                Received received = new Received() {
                    @Override
                    void hookOnNext(FetchedRange range) {
                        range.close();
                    }
                };
                fixture.read(fixture.apart(40, 100)).subscribe(received);
                received.requestUnbounded();
                for (int spin = ThreadLocalRandom.current().nextInt(20_000); spin > 0; spin--) {
                    Thread.onSpinWait();
                }
                received.cancel();
            }
            network.shutdown();
            assertThat(network.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
            fixture.assertNothingIsHeld();
        } finally {
            network.shutdownNow();
        }
    }
}
