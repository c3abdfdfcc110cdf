package dev.sluice.reader.internal.query;

import dev.sluice.reader.PollBackoff;
import dev.sluice.reader.ResultReadException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import software.amazon.awssdk.services.athena.AthenaAsyncClient;
import software.amazon.awssdk.services.athena.model.BatchGetQueryExecutionRequest;
import software.amazon.awssdk.services.athena.model.BatchGetQueryExecutionResponse;
import software.amazon.awssdk.services.athena.model.GetQueryExecutionRequest;
import software.amazon.awssdk.services.athena.model.GetQueryExecutionResponse;
import software.amazon.awssdk.services.athena.model.QueryExecution;

/**
 * Asks for the states of all queries of a reader together: up to 50 ids a call, each at its own growing, jittered interval,
 * and ids that are nearly due ride along. Where the batch call is not permitted it asks one by one, from then on.
 *
 * <p>All of its state belongs to the control loop; nothing recurses, so a query may run for days.
 */
final class StatePoller {
    private static final Logger LOG = LoggerFactory.getLogger(StatePoller.class);
    /** What BatchGetQueryExecution takes at most. */
    static final int BATCH = 50;
    /** Calls in flight at once: the account's limit is about 100 a second, for all of its clients. */
    static final int CONCURRENCY = 10;
    /** A part of its interval by which an id may be asked for early, to share a call. */
    private static final long EARLY = 4;
    /** Answers in a row that leave an id out before it is asked for alone, to learn why. */
    private static final int UNTOLD_BEFORE_ALONE = 3;
    /** Failures in a row, throttles not counted, after which a state counts as lost: about 2 minutes by default. */
    private static final int MAX_FAILURES = 30;
    /** How often an interval doubles while Athena throttles: from 5 s to 80 s by default. */
    private static final int MAX_DOUBLINGS = 4;

    private final AthenaAsyncClient athena;
    private final ControlLoop loop;
    private final PollBackoff backoff;
    private final DoubleSupplier random;
    private final Map<String, Watch> watches = new LinkedHashMap<>();
    private final Queue<List<Watch>> calls = new ArrayDeque<>();
    private int callsInFlight;
    private boolean batchDenied;
    private Disposable timer = Disposables.disposed();
    private long timerNanos = Long.MAX_VALUE;

    StatePoller(AthenaAsyncClient athena, ControlLoop loop, PollBackoff backoff, DoubleSupplier random) {
        this.athena = athena;
        this.loop = loop;
        this.backoff = backoff;
        this.random = random;
    }

    /** Watches a query until it has ended or the watcher leaves. The first question follows after the first interval. */
    Disposable watch(String id, Watcher watcher, boolean askNow) {
        loop.execute(() -> add(id, watcher, askNow));
        return () -> loop.execute(() -> remove(id, watcher));
    }

    private void add(String id, Watcher watcher, boolean askNow) {
        Watch watch = watches.get(id);
        if (watch == null) {
            watch = new Watch(id);
            watches.put(id, watch);
            scheduleNext(watch);
        }
        watch.add(watcher);
        if (askNow) {
            watch.dueNanos = loop.nanoTime();
        }
        arm();
    }

    private void remove(String id, Watcher watcher) {
        Watch watch = watches.get(id);
        if (watch != null && watch.remove(watcher)) {
            watches.remove(id);
        }
    }

    private void scheduleNext(Watch watch) {
        Duration interval = backoff.interval(watch.round, random.getAsDouble());
        watch.round++;
        watch.intervalNanos = interval.toNanos() << watch.throttled;
        watch.dueNanos = loop.nanoTime() + watch.intervalNanos;
    }

    /** Sets the timer to the earliest due id. */
    private void arm() {
        long earliest = Long.MAX_VALUE;
        for (Watch watch : watches.values()) {
            if (!watch.inCall) {
                earliest = Math.min(earliest, watch.dueNanos);
            }
        }
        if (earliest < timerNanos) {
            timer.dispose();
            timerNanos = earliest;
            timer = loop.after(Duration.ofNanos(Math.max(0, earliest - loop.nanoTime())), this::ask);
        }
    }

    private void ask() {
        timerNanos = Long.MAX_VALUE;
        long now = loop.nanoTime();
        List<Watch> waiting = new ArrayList<>();
        for (Watch watch : watches.values()) {
            if (!watch.inCall) {
                waiting.add(watch);
            }
        }
        waiting.sort(Comparator.comparingLong(watch -> watch.dueNanos));
        List<Watch> together = new ArrayList<>(BATCH);
        boolean anyDue = false;
        for (Watch watch : waiting) {
            boolean due = watch.dueNanos <= now;
            anyDue |= due;
            if (watch.alone || batchDenied) {
                if (due) {
                    enqueue(List.of(watch));
                }
            } else if (anyDue && (watch.dueNanos - now <= watch.intervalNanos / EARLY || !together.isEmpty())) {
                // Rides along in a call that is made anyway; a call of its own is only for those nearly due.
                together.add(watch);
                if (together.size() == BATCH) {
                    enqueue(together);
                    together = new ArrayList<>(BATCH);
                }
            }
        }
        if (!together.isEmpty()) {
            enqueue(together);
        }
        send();
        arm();
    }

    private void enqueue(List<Watch> call) {
        for (Watch watch : call) {
            watch.inCall = true;
        }
        calls.add(call);
    }

    private void send() {
        while (callsInFlight < CONCURRENCY) {
            List<Watch> call = calls.poll();
            if (call == null) {
                return;
            }
            if (batchDenied && call.size() > 1) {
                call.forEach(watch -> calls.add(List.of(watch)));
                continue;
            }
            callsInFlight++;
            if (call.size() == 1 && (call.get(0).alone || batchDenied)) {
                askAlone(call.get(0));
            } else {
                askTogether(call);
            }
        }
    }

    private void askTogether(List<Watch> call) {
        List<String> ids = call.stream().map(watch -> watch.id).toList();
        loop.call(
                () -> athena.batchGetQueryExecution(BatchGetQueryExecutionRequest.builder()
                        .queryExecutionIds(ids)
                        .build()),
                (answer, error) -> {
                    if (error == null) {
                        answered(call, answer);
                    } else {
                        failedTogether(call, error);
                    }
                    called(call);
                });
    }

    private void answered(List<Watch> call, @Nullable BatchGetQueryExecutionResponse answer) {
        Map<String, QueryExecution> told = new LinkedHashMap<>();
        if (answer != null && answer.hasQueryExecutions()) {
            for (QueryExecution execution : answer.queryExecutions()) {
                if (execution != null && execution.queryExecutionId() != null) {
                    told.put(execution.queryExecutionId(), execution);
                }
            }
        }
        for (Watch watch : call) {
            QueryExecution execution = told.get(watch.id);
            if (execution == null) {
                // Listed as unprocessed or not at all: asked for again, and in the end alone, whose error says why.
                watch.failures++;
                watch.alone = watch.failures >= UNTOLD_BEFORE_ALONE;
            } else {
                seen(watch, execution);
            }
        }
    }

    private void failedTogether(List<Watch> call, Throwable error) {
        if (AthenaErrors.isRetryable(error)) {
            for (Watch watch : call) {
                failed(watch, error);
            }
            return;
        }
        if (AthenaErrors.isDenied(error)) {
            if (!batchDenied) {
                LOG.warn(
                        "BatchGetQueryExecution is not permitted ({}): asking for each query by itself from now on",
                        AthenaErrors.text(error));
            }
            batchDenied = true;
        }
        // One bad id must not take the others with it: each learns for itself what is wrong.
        for (Watch watch : call) {
            watch.alone = true;
            watch.askAgain = true;
        }
    }

    private void askAlone(Watch watch) {
        loop.call(
                () -> athena.getQueryExecution(GetQueryExecutionRequest.builder()
                        .queryExecutionId(watch.id)
                        .build()),
                (answer, error) -> {
                    if (error != null) {
                        if (AthenaErrors.isRetryable(error)) {
                            failed(watch, error);
                        } else {
                            lost(watch, AthenaErrors.unwatchable("Athena does not tell the query's state", error));
                        }
                    } else {
                        answeredAlone(watch, answer);
                    }
                    called(List.of(watch));
                });
    }

    private void answeredAlone(Watch watch, @Nullable GetQueryExecutionResponse answer) {
        if (answer == null || answer.queryExecution() == null) {
            failed(watch, new IllegalStateException("the answer holds no query execution"));
        } else {
            watch.alone = false;
            seen(watch, answer.queryExecution());
        }
    }

    private void seen(Watch watch, QueryExecution execution) {
        ExecutionSnapshot snapshot = ExecutionSnapshot.of(watch.id, execution);
        watch.failures = 0;
        watch.throttled = 0;
        if (snapshot.state().isFinal()) {
            watches.remove(watch.id, watch);
        }
        for (Watcher watcher : watch.watchers()) {
            watcher.seen(snapshot);
        }
    }

    private void failed(Watch watch, Throwable error) {
        if (AthenaErrors.isThrottle(error)) {
            LOG.debug("throttled while asking for the state of {}", watch.id);
            watch.throttled = Math.min(MAX_DOUBLINGS, watch.throttled + 1);
        } else if (++watch.failures >= MAX_FAILURES) {
            lost(watch, AthenaErrors.unwatchable("the query's state could not be fetched", error));
        }
    }

    private void lost(Watch watch, ResultReadException error) {
        watches.remove(watch.id, watch);
        for (Watcher watcher : watch.watchers()) {
            watcher.lost(error);
        }
    }

    /** A call is over: its ids wait for their next interval, unless one was marked to be asked for again at once. */
    private void called(List<Watch> call) {
        callsInFlight--;
        for (Watch watch : call) {
            watch.inCall = false;
            if (watch.askAgain) {
                watch.askAgain = false;
                watch.dueNanos = loop.nanoTime();
            } else {
                scheduleNext(watch);
            }
        }
        send();
        arm();
    }
}
