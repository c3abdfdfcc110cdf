package dev.sluice.reader.internal.query;

import dev.sluice.reader.QueryState;
import dev.sluice.reader.QueryTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import software.amazon.awssdk.services.athena.model.StartQueryExecutionResponse;

/**
 * One query of one subscription, as a state machine:
 *
 * <pre>
 *  STARTING ──answered──► RUNNING ──final state──► ENDED
 *     │  │                   │
 *     │  └──refused──► ENDED │
 *  cancel, timeout,       cancel, timeout, lost
 *  close                  close
 *     ▼                      ▼
 *  GIVEN_UP ──answered──► Stop once
 * </pre>
 *
 * The move out of a phase is atomic, and whoever makes it signals: so there is one signal at most, and one stop at most. A stop
 * is sent if, and only if, Athena has given an id and no final state has been seen. Everything but a cancel runs on the control
 * loop.
 */
final class Execution implements Watcher {
    private static final Logger LOG = LoggerFactory.getLogger(Execution.class);
    /** A throttle passes; it is waited for about a minute and a half. */
    private static final int START_ATTEMPTS = 10;

    /** Where nobody answers, the SDK has tried several times in each of these. */
    private static final int UNANSWERED_ATTEMPTS = 4;

    enum Phase {
        STARTING,
        RUNNING,
        ENDED,
        GIVEN_UP
    }

    private final QueryExecutions shared;
    private final ExecutionListener listener;
    private final Consumer<Outcome> signal;
    private final boolean ours;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.STARTING);
    private final Sinks.Empty<Void> settled = Sinks.empty();
    private final Disposable.Swap timeout = Disposables.swap();
    private final Disposable.Swap waiting = Disposables.swap();
    private volatile @Nullable String id;
    private volatile QueryState lastSeen = QueryState.UNKNOWN;

    /**
     * A query that is yet to do something.
     *
     * @param ours whether this subscription starts the query, and so stops it
     * @param signal takes the outcome, once; not called after a cancel
     */
    Execution(QueryExecutions shared, ExecutionListener listener, boolean ours, Consumer<Outcome> signal) {
        this.shared = shared;
        this.listener = listener;
        this.ours = ours;
        this.signal = signal;
    }

    /** Completes once nothing more will be sent to Athena for this query. */
    Mono<Void> settled() {
        return settled.asMono();
    }

    void start(QueryRequest request) {
        limit(request.timeout());
        attempt(request, 1);
    }

    void resume(String known, @Nullable Duration limit) {
        limit(limit);
        shared.loop.execute(() -> running(known));
    }

    private void limit(@Nullable Duration limit) {
        if (limit != null) {
            timeout.update(shared.loop.after(
                    limit, () -> giveUp(new Outcome(null, new QueryTimeoutException(limit, lastSeen, id)))));
        }
    }

    private void attempt(QueryRequest request, int attempt) {
        shared.loop.call(() -> shared.athena.startQueryExecution(request.toStart()), (answer, error) -> {
            if (error != null) {
                refused(request, attempt, error);
            } else {
                answered(answer);
            }
        });
    }

    private void answered(@Nullable StartQueryExecutionResponse answer) {
        String given = answer == null ? null : answer.queryExecutionId();
        if (given == null) {
            end(AthenaErrors.rejected(new IllegalStateException("the answer to the start holds no query id")));
            return;
        }
        running(given);
    }

    private void running(String given) {
        id = given;
        if (!phase.compareAndSet(Phase.STARTING, Phase.RUNNING)) {
            // Given up while the start was on its way: now there is something to stop.
            stop(given);
            return;
        }
        LOG.debug("query {} {}", given, ours ? "started" : "resumed");
        if (tell(() -> listener.started(given))) {
            waiting.update(shared.poller.watch(given, this, !ours));
        }
    }

    private void refused(QueryRequest request, int attempt, Throwable error) {
        boolean givenUp = phase.get() == Phase.GIVEN_UP;
        if (request.outputLocation() != null && AthenaErrors.isManagedOutputConflict(error)) {
            shared.managedOutput(request.workGroup());
            if (givenUp) {
                settle();
            } else {
                attempt(request.withManagedOutput(), attempt);
            }
            return;
        }
        // After a throttle nothing runs. After a lost answer a query may run whose id only another start with the same
        // token can tell, and it must be known even when nobody waits any more, so that it can be stopped.
        boolean again = givenUp ? AthenaErrors.isUncertain(error) : AthenaErrors.isRetryable(error);
        int most = givenUp || AthenaErrors.isThrottle(error) ? START_ATTEMPTS : UNANSWERED_ATTEMPTS;
        if (again && attempt < most) {
            LOG.debug("start failed, attempt {}: {}", attempt, AthenaErrors.text(error));
            Duration pause = shared.startBackoff.interval(attempt - 1, shared.random.getAsDouble());
            Disposable retry = shared.loop.after(pause, () -> retry(request, attempt, error));
            if (retry.isDisposed()) {
                end(AthenaErrors.rejected(error));
            }
            return;
        }
        end(AthenaErrors.rejected(error));
    }

    private void retry(QueryRequest request, int attempt, Throwable error) {
        if (phase.get() == Phase.GIVEN_UP && !AthenaErrors.isUncertain(error)) {
            settle();
        } else {
            attempt(request, attempt + 1);
        }
    }

    /** Ended by an error before Athena gave an id. */
    private void end(Throwable error) {
        if (phase.compareAndSet(Phase.STARTING, Phase.ENDED)) {
            finish(new Outcome(null, error));
        }
        settle();
    }

    @Override
    public void seen(ExecutionSnapshot snapshot) {
        lastSeen = snapshot.state();
        if (!snapshot.state().isFinal()) {
            boolean unused = tell(() -> listener.seen(snapshot));
        } else if (phase.compareAndSet(Phase.RUNNING, Phase.ENDED)) {
            LOG.debug("query {} ended: {}", snapshot.id(), snapshot.state());
            finish(outcome(snapshot));
            settle();
        }
    }

    /** The phase is ENDED by now, so that a listener that throws, or a cancel meanwhile, stops nothing. */
    private Outcome outcome(ExecutionSnapshot snapshot) {
        try {
            listener.seen(snapshot);
        } catch (RuntimeException e) {
            return new Outcome(null, e);
        }
        return new Outcome(snapshot.failure() == null ? snapshot : null, snapshot.failure());
    }

    @Override
    public void lost(Throwable error) {
        giveUp(new Outcome(null, error));
    }

    /** Runs a step of the listener; what it throws ends this execution. */
    private boolean tell(Runnable step) {
        try {
            step.run();
            return true;
        } catch (RuntimeException e) {
            giveUp(new Outcome(null, e));
            return false;
        }
    }

    /** The subscriber is gone: no signal. Any thread. */
    void cancel() {
        giveUp(null);
    }

    /**
     * Ends before the query did.
     *
     * @param outcome for the subscriber; null if there is none any more
     */
    void giveUp(@Nullable Outcome outcome) {
        Phase was = phase.get();
        while (was == Phase.STARTING || was == Phase.RUNNING) {
            if (phase.compareAndSet(was, Phase.GIVEN_UP)) {
                release();
                String known = id;
                if (was == Phase.RUNNING && known != null) {
                    stop(known);
                }
                if (outcome != null) {
                    signal.accept(outcome);
                }
                return;
            }
            was = phase.get();
        }
    }

    private void stop(String known) {
        if (ours && shared.stopOnCancel) {
            shared.stopper.stop(known, this::settle);
        } else {
            settle();
        }
    }

    private void finish(Outcome outcome) {
        release();
        signal.accept(outcome);
    }

    private void release() {
        timeout.dispose();
        waiting.dispose();
    }

    private void settle() {
        shared.settled(this);
        settled.tryEmitEmpty().orThrow();
    }
}
