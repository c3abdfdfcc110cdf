package dev.sluice.reader.internal.flow;

import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.reader.MemoryLimitExceededException;
import dev.sluice.reader.ResultPlace;
import dev.sluice.reader.internal.arrow.ResultScope;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;

/**
 * Tells back-pressure from deadlock. A source that waits for room while the consumer works is as it should be; one that waits
 * while a consumer wants more batches open than the limit allows, and will close none before it gets another, waits for ever.
 * From here the two differ by time only: no byte granted or given back, and no batch closed, during the whole timeout.
 */
final class MemoryStallWatch implements StallWatch {
    private static final Logger log = LoggerFactory.getLogger(MemoryStallWatch.class);
    private static final int TICKS = 4;
    private static final int WARN_AT = 2;

    private final ResultScope scope;
    private final Duration timeout;
    private final Scheduler timer;
    private final Disposable.Swap ticking = Disposables.swap();
    private volatile @Nullable Consumer<Throwable> onStall;

    // touched by the draining thread only
    private boolean started;

    // touched by the ticking task only
    private @Nullable Snapshot last;
    private int quietTicks;

    MemoryStallWatch(ResultScope scope, Duration timeout, Scheduler timer) {
        this.scope = scope;
        this.timeout = timeout;
        this.timer = timer;
    }

    /** What moves if anything does. The pull is part of it: another one means that this one was answered. */
    private record Snapshot(Consumer<Throwable> pull, long inUse, long closedBatches) {}

    @Override
    public void waiting(Consumer<Throwable> stalled) {
        onStall = stalled;
        if (!started) {
            started = true;
            tickLater();
        }
    }

    @Override
    public void answered() {
        onStall = null;
    }

    @Override
    public void close() {
        onStall = null;
        ticking.dispose();
    }

    /** Not a periodic task: its end takes the timer's lock in a way that Reactor has not declared harmless to BlockHound. */
    private void tickLater() {
        long nanos = Math.max(1, timeout.toNanos() / TICKS);
        try {
            ticking.update(timer.schedule(
                    () -> {
                        tick();
                        tickLater();
                    },
                    nanos,
                    TimeUnit.NANOSECONDS));
        } catch (RejectedExecutionException e) {
            // the reader was closed, which ends the stream as well: nothing is left to watch
            ticking.dispose();
        }
    }

    private void tick() {
        Consumer<Throwable> pull = onStall;
        ByteBudget decode = scope.memory().decode();
        if (pull == null || decode.waiting() == 0) {
            last = null;
            return;
        }
        Snapshot now = new Snapshot(pull, decode.inUse(), scope.closedBatches());
        if (!now.equals(last)) {
            last = now;
            quietTicks = 0;
            return;
        }
        quietTicks++;
        if (quietTicks == WARN_AT) {
            log.warn(
                    "query {} waits for memory: {} of {} bytes for decoding are in use, {} of them in {} batches that"
                            + " the consumer holds; it fails in {} unless some are closed",
                    scope.queryExecutionId(),
                    now.inUse(),
                    decode.limit(),
                    scope.heldBytes(),
                    scope.heldBatches(),
                    timeout.dividedBy(TICKS).multipliedBy(TICKS - WARN_AT));
        } else if (quietTicks == TICKS) {
            pull.accept(stalled(now, decode));
        }
    }

    private Throwable stalled(Snapshot now, ByteBudget decode) {
        String what = "the next batch, while the consumer holds " + scope.heldBatches() + " open batches of "
                + scope.heldBytes() + " bytes and closed none for " + timeout + ",";
        long needed = now.inUse() + Math.max(1, scope.memory().lastAsked());
        return new MemoryLimitExceededException(what, ResultPlace.unknown(), needed, decode.limit(), null)
                .withQueryExecutionId(scope.queryExecutionId());
    }
}
