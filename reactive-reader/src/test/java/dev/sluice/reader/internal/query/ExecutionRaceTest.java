package dev.sluice.reader.internal.query;

import static dev.sluice.reader.fake.FakeAthena.started;
import static dev.sluice.reader.fake.FakeAthena.states;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.reader.PollBackoff;
import dev.sluice.reader.Received;
import dev.sluice.reader.fake.FakeAthena;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Hooks;
import reactor.test.scheduler.VirtualTimeScheduler;
import reactor.test.util.RaceTestUtils;
import software.amazon.awssdk.services.athena.model.StartQueryExecutionResponse;
import software.amazon.awssdk.services.athena.model.StopQueryExecutionResponse;

/** A cancel between threads: whoever wins, a query that was started has its one stop or its end, and nothing is dropped. */
class ExecutionRaceTest {
    private static final PollBackoff EVERY_SECOND = new PollBackoff(Duration.ofSeconds(1), Duration.ofSeconds(1), 1, 0);

    private final List<Throwable> dropped = new CopyOnWriteArrayList<>();

    @BeforeEach
    void watchDropped() {
        Hooks.onErrorDropped(dropped::add);
        Hooks.onNextDropped(next -> dropped.add(new AssertionError("dropped " + next)));
    }

    @AfterEach
    void nothingIsDropped() {
        Hooks.resetOnErrorDropped();
        Hooks.resetOnNextDropped();
        assertThat(dropped).isEmpty();
    }

    private static QueryRequest request() {
        return new QueryRequest("SELECT 1", List.of(), "token-1", "wg", null, null, "s3://bucket/out/", null, null);
    }

    @Test
    void cancelRacingWithTheEndStopsAtMostOnceAndDropsNothing() {
        for (int round = 0; round < 2_000; round++) {
            FakeAthena mine = new FakeAthena();
            CompletableFuture<StartQueryExecutionResponse> answer = new CompletableFuture<>();
            mine.onStart.add(() -> answer);
            CompletableFuture<StopQueryExecutionResponse> stopped = new CompletableFuture<>();
            mine.onStop.add(() -> stopped);
            mine.fallback = states(round % 2 == 0 ? "SUCCEEDED" : "FAILED");
            VirtualTimeScheduler clock = VirtualTimeScheduler.create();
            QueryExecutions own = new QueryExecutions(
                    mine, new ControlLoop(clock, () -> clock.now(TimeUnit.NANOSECONDS)), EVERY_SECOND, true, () -> 0.5);
            Received<ExecutionSnapshot> got = Received.from(own.run(request(), ExecutionListener.NONE));
            answer.complete(started("q"));
            RaceTestUtils.race(() -> clock.advanceTimeBy(Duration.ofSeconds(1)), () -> got.cancel());
            // Only now: virtual time may lose a task that comes from another thread while it runs one.
            stopped.complete(StopQueryExecutionResponse.builder().build());
            clock.advanceTimeBy(Duration.ofSeconds(60));
            boolean ended = got.value() != null || got.error() != null;
            assertThat(mine.stops.size()).as("round %s, ended %s", round, ended).isLessThanOrEqualTo(ended ? 0 : 1);
            assertThat(own.running()).isZero();
        }
    }

    @Test
    void cancelRacingWithTheAnswerToTheStartStopsExactlyOnce() {
        for (int round = 0; round < 2_000; round++) {
            FakeAthena mine = new FakeAthena();
            CompletableFuture<StartQueryExecutionResponse> answer = new CompletableFuture<>();
            mine.onStart.add(() -> answer);
            CompletableFuture<StopQueryExecutionResponse> stopped = new CompletableFuture<>();
            mine.onStop.add(() -> stopped);
            VirtualTimeScheduler clock = VirtualTimeScheduler.create();
            QueryExecutions own = new QueryExecutions(
                    mine, new ControlLoop(clock, () -> clock.now(TimeUnit.NANOSECONDS)), EVERY_SECOND, true, () -> 0.5);
            Received<ExecutionSnapshot> got = Received.from(own.run(request(), ExecutionListener.NONE));
            RaceTestUtils.race(() -> answer.complete(started("q")), () -> got.cancel());
            // Only now: virtual time may lose a task that comes from another thread while it runs one.
            stopped.complete(StopQueryExecutionResponse.builder().build());
            clock.advanceTimeBy(Duration.ofSeconds(60));
            assertThat(mine.stops).as("round %s", round).containsExactly("q");
            assertThat(own.running()).isZero();
            assertThat(got.value()).isNull();
        }
    }
}
