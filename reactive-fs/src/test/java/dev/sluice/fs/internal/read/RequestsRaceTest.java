package dev.sluice.fs.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.test.util.RaceTestUtils;

/** The connections' places are given back whoever wins. */
class RequestsRaceTest {
    @Test
    void aPlaceGrantedWhileItsWaiterCancelsIsFreeAgain() {
        for (int i = 0; i < 5_000; i++) {
            ReadFixture fixture = new ReadFixture(1);
            fixture.transport.holdAll();
            Received holder = fixture.subscribe(List.of(fixture.range(0, 10)));
            Received waiter = fixture.subscribe(List.of(fixture.range(20, 10)));
            holder.requestUnbounded();
            waiter.requestUnbounded();
            assertThat(fixture.fs.metrics().requestsWaiting()).isEqualTo(1);
            RaceTestUtils.race(fixture.transport.calls.get(0)::answer, waiter::cancel);
            holder.closeAll();
            fixture.assertNothingIsHeld();
        }
    }

    @Test
    void aTimeoutThatRacesTheAnswerKeepsTheBytesRight() {
        for (int i = 0; i < 1_000; i++) {
            ReadFixture fixture = new ReadFixture();
            fixture.transport.holdAll();
            Received received = fixture.subscribe(List.of(fixture.range(0, 100)));
            received.requestUnbounded();
            FakeTransport.Call first = fixture.transport.calls.get(0);
            first.head();
            first.bytes(50);
            fixture.transport.onGet(FakeTransport.Call::answer);
            RaceTestUtils.race(
                    () -> {
                        first.bytes(50);
                        first.complete();
                    },
                    () -> fixture.time.advanceTimeBy(ReadFixture.IDLE.multipliedBy(2)));
            fixture.time.advanceTimeBy(ReadFixture.IDLE);
            assertThat(received.completed).isTrue();
            fixture.assertHolds(received.ranges.get(0));
            received.closeAll();
            fixture.assertNothingIsHeld();
        }
    }
}
