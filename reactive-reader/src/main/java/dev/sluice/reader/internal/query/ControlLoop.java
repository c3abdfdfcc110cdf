package dev.sluice.reader.internal.query;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;

/**
 * The one thread on which answers of Athena are handled, timers fire, and the poller keeps its books. Nothing that a
 * subscriber wrote but a progress listener runs here.
 */
public final class ControlLoop {
    private final Scheduler scheduler;
    private final LongSupplier nanoTime;

    /**
     * Runs on a scheduler.
     *
     * @param scheduler of one thread; virtual in tests
     * @param nanoTime never runs backwards, unlike {@link Scheduler#now}, which follows the clock on the wall
     */
    public ControlLoop(Scheduler scheduler, LongSupplier nanoTime) {
        this.scheduler = scheduler;
        this.nanoTime = nanoTime;
    }

    /** For the measurement of durations. */
    public long nanoTime() {
        return nanoTime.getAsLong();
    }

    /** Runs a task soon. After the reader has closed, at once on the caller's thread: a late answer still has to be handled. */
    void execute(Runnable task) {
        try {
            Disposable unused = scheduler.schedule(task);
        } catch (RejectedExecutionException closed) {
            task.run();
        }
    }

    /** Runs a task later; never, if the reader closes before. */
    Disposable after(Duration delay, Runnable task) {
        try {
            return scheduler.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
            return Disposables.disposed();
        }
    }

    /**
     * Makes a call and handles its outcome on this loop. The call's future is never cancelled: of a start and a stop the
     * outcome must be known whoever still waits for it.
     */
    <T> void call(Supplier<CompletableFuture<T>> call, BiConsumer<@Nullable T, @Nullable Throwable> handler) {
        CompletableFuture<T> future;
        try {
            future = call.get();
        } catch (RuntimeException e) {
            execute(() -> handler.accept(null, e));
            return;
        }
        CompletableFuture<T> unused = future.whenComplete((answer, error) ->
                execute(() -> handler.accept(answer, error == null ? null : AthenaErrors.unwrap(error))));
    }
}
