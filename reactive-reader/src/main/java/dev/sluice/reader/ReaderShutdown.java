package dev.sluice.reader;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The end of a reader, gone through once, whoever asks for it how often. */
final class ReaderShutdown {
    private static final Logger LOG = LoggerFactory.getLogger(ReaderShutdown.class);
    /** How long open streams and stops are waited for; a consumer that has gone to sleep must not keep a reader open. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private static final Duration LOOK = Duration.ofMillis(10);

    private final ReaderCore core;
    private final boolean ownsAllocator;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final Sinks.Empty<Void> done = Sinks.empty();

    ReaderShutdown(ReaderCore core, boolean ownsAllocator) {
        this.core = core;
        this.ownsAllocator = ownsAllocator;
    }

    Mono<Void> close() {
        return Mono.defer(() -> {
            begin();
            return done.asMono();
        });
    }

    void begin() {
        if (!begun.compareAndSet(false, true)) {
            return;
        }
        core.close();
        Disposable unused = core.executions
                .close()
                .then(streamsEnded())
                .timeout(GRACE, Mono.fromRunnable(this::reportWaiting), core.control)
                .onErrorResume(error -> Mono.fromRunnable(() -> LOG.warn("closing the reader", error)))
                // Shutting an executor down takes its lock: nothing for a thread that must not block.
                .then(Mono.defer(() -> free(core.decode)).subscribeOn(Schedulers.boundedElastic()))
                .publishOn(Schedulers.boundedElastic())
                .doFinally(how -> {
                    freeAllocator();
                    core.control.dispose();
                    done.tryEmitEmpty().orThrow();
                })
                .subscribe();
    }

    /** Streams end by themselves at their next pull, or when their subscribers go. */
    private Mono<Void> streamsEnded() {
        return Flux.interval(LOOK, core.control)
                .onBackpressureDrop()
                .takeUntil(tick -> core.activeRuns() == 0)
                .then();
    }

    private Mono<Void> free(Scheduler scheduler) {
        return scheduler.disposeGracefully().timeout(GRACE, Mono.fromRunnable(scheduler::dispose), core.control);
    }

    private void reportWaiting() {
        LOG.warn(
                "the reader closes while {} streams are open and {} queries have not taken their stop",
                core.activeRuns(),
                core.runningQueries());
    }

    private void freeAllocator() {
        if (core.openBatches() > 0) {
            LOG.warn(
                    "the reader was closed while {} batches are open, which hold {} bytes until they are closed",
                    core.openBatches(),
                    core.allocator.getAllocatedMemory());
        } else if (ownsAllocator) {
            try {
                core.allocator.close();
            } catch (IllegalStateException leaked) {
                LOG.warn("the reader left memory behind: a defect of Sluice, please report it", leaked);
            }
        }
    }
}
