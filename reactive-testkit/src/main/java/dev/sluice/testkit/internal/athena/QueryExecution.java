package dev.sluice.testkit.internal.athena;

import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.internal.result.ResultNames;
import dev.sluice.testkit.internal.result.StoredResult;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One query and its states: QUEUED, RUNNING, and back to QUEUED when the service tries again; then one of SUCCEEDED, FAILED
 * and CANCELLED for good. Any thread may ask and cancel; one thread at a time runs it.
 */
final class QueryExecution {
    /** The states of the protocol. */
    enum State {
        QUEUED,
        RUNNING,
        SUCCEEDED,
        FAILED,
        CANCELLED;

        boolean isFinal() {
            return this != QUEUED && this != RUNNING;
        }
    }

    /**
     * How it stands.
     *
     * @param state the state
     * @param reason StateChangeReason
     * @param error AthenaError
     * @param submitted when it came
     * @param started when it ran for the first time
     * @param completed when it ended
     * @param result what it left, once succeeded
     * @param names where that is; a reused result lies under another query's names
     * @param reused whether it is another query's result
     */
    record Status(
            State state,
            @Nullable String reason,
            @Nullable EngineException error,
            Instant submitted,
            @Nullable Instant started,
            @Nullable Instant completed,
            @Nullable StoredResult result,
            @Nullable ResultNames names,
            boolean reused) {}

    private static final Logger LOG = LoggerFactory.getLogger(QueryExecution.class);

    private final Submission submission;
    private final Clock clock;
    private final Instant submitted;
    private State state = State.QUEUED;
    private @Nullable String reason;
    private @Nullable EngineException error;
    private @Nullable Instant started;
    private @Nullable Instant completed;
    private @Nullable StoredResult result;
    private @Nullable ResultNames names;
    private boolean reused;
    private @Nullable Thread runner;

    QueryExecution(Submission submission, Clock clock) {
        this.submission = submission;
        this.clock = clock;
        this.submitted = clock.instant();
        this.names = submission.names();
    }

    Submission submission() {
        return submission;
    }

    String id() {
        return submission.id();
    }

    synchronized Status status() {
        return new Status(state, reason, error, submitted, started, completed, result, names, reused);
    }

    /** Lends it the current thread, which a cancel then interrupts; false if it has ended already. */
    synchronized boolean attach() {
        if (state.isFinal()) {
            return false;
        }
        runner = Thread.currentThread();
        return true;
    }

    /** Takes the thread back, and with it an interrupt that came too late to be seen. */
    synchronized void detach() {
        runner = null;
        if (Thread.interrupted()) {
            LOG.debug("{} was cancelled as it ended", id());
        }
    }

    /** Whether a thread still works for it. */
    synchronized boolean isAttached() {
        return runner != null;
    }

    /** QUEUED to RUNNING; false if it has ended. */
    synchronized boolean run() {
        if (state == State.QUEUED) {
            state = State.RUNNING;
            started = started == null ? clock.instant() : started;
            return true;
        }
        return false;
    }

    /** RUNNING back to QUEUED; false if it has ended. */
    synchronized boolean requeue() {
        if (state == State.RUNNING) {
            state = State.QUEUED;
            return true;
        }
        return false;
    }

    synchronized boolean succeed(StoredResult stored) {
        if (end(State.SUCCEEDED, null)) {
            result = stored;
            return true;
        }
        return false;
    }

    /** Succeeds with what another query left. */
    synchronized boolean succeedWith(Status earlier) {
        if (end(State.SUCCEEDED, null)) {
            result = earlier.result();
            names = earlier.names();
            reused = true;
            return true;
        }
        return false;
    }

    synchronized boolean fail(EngineException cause) {
        if (end(State.FAILED, cause.getMessage())) {
            error = cause;
            return true;
        }
        return false;
    }

    /** Ends it and interrupts its thread; false, and nothing happens, if it has ended. */
    synchronized boolean cancel() {
        if (end(State.CANCELLED, "Query cancelled by user")) {
            if (runner != null) {
                runner.interrupt();
            }
            return true;
        }
        return false;
    }

    private boolean end(State last, @Nullable String why) {
        if (state.isFinal()) {
            return false;
        }
        if (state == State.QUEUED && last == State.SUCCEEDED) {
            throw new IllegalStateException("a query that never ran cannot succeed");
        }
        state = last;
        reason = why;
        completed = clock.instant();
        return true;
    }
}
