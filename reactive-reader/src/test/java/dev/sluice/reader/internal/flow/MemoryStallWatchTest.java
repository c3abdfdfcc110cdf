package dev.sluice.reader.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fs.budget.Permit;
import dev.sluice.reader.MemoryLimitExceededException;
import dev.sluice.reader.OwnedBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Back-pressure or deadlock: what the watch makes of a pull that is not answered. */
class MemoryStallWatchTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final Duration TICK = TIMEOUT.dividedBy(4);

    private final ScriptedSource source = new ScriptedSource();
    private final VirtualTimeScheduler timer = VirtualTimeScheduler.create();
    private final MemoryStallWatch watch = new MemoryStallWatch(source.scope, TIMEOUT, timer);
    private final List<Throwable> stalls = new ArrayList<>();
    private final List<AutoCloseable> held = new ArrayList<>();
    private Disposable wait = () -> {};

    @AfterEach
    void nothingIsLeft() throws Exception {
        watch.close();
        wait.dispose();
        for (AutoCloseable each : held) {
            each.close();
        }
        source.close();
        source.scope.end();
        source.assertNothingLeft();
    }

    private OwnedBatch openBatch() {
        OwnedBatch batch = source.scope.give(source.decoded(false, 1, 2, 3), source.schema);
        held.add(batch);
        return batch;
    }

    /** Takes all that is left for decoding, and waits for more, as a source does whose consumer keeps its batches. */
    private void waitForRoom() {
        Permit rest = source.scope
                .memory()
                .decode()
                .acquire(source.scope.memory().decode().limit()
                        - source.scope.memory().decode().inUse())
                .block();
        held.add(rest);
        wait = source.scope.memory().allocate(1_000).subscribe(allocation -> allocation.close());
        assertThat(source.scope.memory().decode().waiting()).isOne();
    }

    @Test
    void aPullThatWaitsForMemoryWhileNothingMovesFails() {
        openBatch();
        waitForRoom();
        watch.waiting(stalls::add);
        // the first tick takes the picture that the four after it are held against
        timer.advanceTimeBy(TICK.multipliedBy(4).plusMillis(1));
        assertThat(stalls).isEmpty();
        timer.advanceTimeBy(TICK);
        assertThat(stalls).singleElement().isInstanceOfSatisfying(MemoryLimitExceededException.class, error -> {
            assertThat(error.queryExecutionId()).isEqualTo("q");
            assertThat(error)
                    .hasMessageContaining("1 open batches")
                    .hasMessageContaining(source.scope.heldBytes() + " bytes")
                    .hasMessageContaining("PT40S")
                    .hasMessageContaining(
                            String.valueOf(source.scope.memory().decode().limit()))
                    .hasMessageContaining(
                            String.valueOf(source.scope.memory().decode().inUse() + 1_000));
        });
        timer.advanceTimeBy(TIMEOUT.multipliedBy(3));
        assertThat(stalls).as("said once").hasSize(1);
    }

    @Test
    void aBatchThatIsClosedIsAMove() {
        OwnedBatch first = openBatch();
        openBatch();
        waitForRoom();
        watch.waiting(stalls::add);
        timer.advanceTimeBy(TICK.multipliedBy(4).plusMillis(1));
        // what it gives back is taken at once, so that the bytes in use alone would not tell
        first.close();
        timer.advanceTimeBy(TICK.multipliedBy(4));
        assertThat(stalls).isEmpty();
    }

    @Test
    void bytesThatAreGivenBackAreAMove() {
        openBatch();
        Permit small = source.scope.memory().decode().acquire(10).block();
        waitForRoom();
        watch.waiting(stalls::add);
        timer.advanceTimeBy(TICK.multipliedBy(4).plusMillis(1));
        small.close();
        timer.advanceTimeBy(TICK.multipliedBy(4));
        assertThat(stalls).isEmpty();
        timer.advanceTimeBy(TICK);
        assertThat(stalls).hasSize(1);
    }

    @Test
    void anotherPullIsAMove() {
        openBatch();
        waitForRoom();
        watch.waiting(stalls::add);
        timer.advanceTimeBy(TICK.multipliedBy(4).plusMillis(1));
        watch.answered();
        Consumer<Throwable> second = error -> stalls.add(new IllegalStateException("the second pull", error));
        watch.waiting(second);
        timer.advanceTimeBy(TICK.multipliedBy(4));
        assertThat(stalls).isEmpty();
        timer.advanceTimeBy(TICK);
        assertThat(stalls).singleElement().matches(error -> "the second pull".equals(error.getMessage()));
    }

    @Test
    void aSlowSourceThatWaitsForNoMemoryIsLeftAlone() {
        openBatch();
        watch.waiting(stalls::add);
        timer.advanceTimeBy(TIMEOUT.multipliedBy(10));
        assertThat(stalls).isEmpty();
    }

    @Test
    void nothingIsWatchedBetweenPulls() {
        openBatch();
        waitForRoom();
        watch.waiting(stalls::add);
        watch.answered();
        timer.advanceTimeBy(TIMEOUT.multipliedBy(10));
        assertThat(stalls).isEmpty();
    }

    @Test
    void nothingIsWatchedOnceClosed() {
        openBatch();
        waitForRoom();
        watch.waiting(stalls::add);
        watch.close();
        watch.close();
        assertThat(timer.getScheduledTaskCount())
                .as("the waiting tick is cancelled, and makes no other")
                .isOne();
        timer.advanceTimeBy(TIMEOUT.multipliedBy(10));
        assertThat(stalls).isEmpty();
        assertThat(timer.getScheduledTaskCount()).isOne();
    }

    @Test
    void aTimerThatTakesNoMoreEndsTheWatchQuietly() {
        openBatch();
        waitForRoom();
        timer.dispose();
        watch.waiting(stalls::add);
        assertThat(stalls).isEmpty();
    }

    @Test
    void aTimerThatIsShutDownBetweenTicksEndsTheWatchQuietly() {
        reactor.core.scheduler.Scheduler real = reactor.core.scheduler.Schedulers.newSingle("stall-test");
        real.dispose();
        MemoryStallWatch other = new MemoryStallWatch(source.scope, TIMEOUT, real);
        other.waiting(stalls::add);
        other.close();
        assertThat(stalls).isEmpty();
    }
}
