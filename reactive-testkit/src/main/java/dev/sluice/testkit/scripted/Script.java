package dev.sluice.testkit.scripted;

import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.engine.EngineResult;
import dev.sluice.testkit.engine.StatementInfo;
import dev.sluice.testkit.engine.StatementRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What happens to the statements that match it: first how long they wait and run, then how they end. Tell it all before the
 * first statement comes; the counters may be read at any time.
 *
 * @since 0.1
 */
public final class Script {
    /** Makes the answer of an execution. */
    @FunctionalInterface
    interface Outcome {
        @Nullable
        EngineResult answer(ScriptedExecution execution) throws EngineException, InterruptedException;
    }

    private final Predicate<StatementRequest> matches;
    private final AtomicInteger executions = new AtomicInteger();
    private final AtomicInteger interrupts = new AtomicInteger();
    private final List<StatementRequest> requests = new CopyOnWriteArrayList<>();
    private final List<Gate> queueGates = new ArrayList<>();
    private final List<Gate> runGates = new ArrayList<>();
    private Duration queueTime = Duration.ZERO;
    private Duration runTime = Duration.ZERO;
    private int requeues;
    private @Nullable String refusal;
    private @Nullable StatementInfo info;
    private volatile @Nullable Outcome outcome;

    Script(Predicate<StatementRequest> matches) {
        this.matches = matches;
    }

    /**
     * Stays QUEUED for a while.
     *
     * @param time how long
     * @return this
     */
    public Script queuedFor(Duration time) {
        queueTime = time;
        return this;
    }

    /**
     * Stays QUEUED until a gate opens.
     *
     * @param gate the gate
     * @return this
     */
    public Script queuedUntil(Gate gate) {
        queueGates.add(gate);
        return this;
    }

    /**
     * Stays RUNNING for a while.
     *
     * @param time how long
     * @return this
     */
    public Script runningFor(Duration time) {
        runTime = time;
        return this;
    }

    /**
     * Stays RUNNING until a gate opens.
     *
     * @param gate the gate
     * @return this
     */
    public Script runningUntil(Gate gate) {
        runGates.add(gate);
        return this;
    }

    /**
     * Goes from RUNNING back to QUEUED, as the service does after an error of its own, before it runs to its end.
     *
     * @param times how often, for each execution
     * @return this
     */
    public Script requeued(int times) {
        requeues = times;
        return this;
    }

    /**
     * Calls the statement something else than its text and answer suggest.
     *
     * @param kind which files it leaves
     * @param substatementType for example {@code MERGE}
     * @return this
     */
    public Script as(StatementInfo.Kind kind, String substatementType) {
        info = new StatementInfo(kind, substatementType);
        return this;
    }

    /**
     * Ends with rows, as a SELECT does.
     *
     * @param rows the rows
     * @return this
     */
    public Script returns(ScriptedRows rows) {
        return ends(execution -> rows.result());
    }

    /**
     * Ends with files below the location that the UNLOAD names, or below the output location.
     *
     * @param files the files
     * @return this
     */
    public Script writes(ScriptedFiles files) {
        return ends(execution -> files.write(execution));
    }

    /**
     * Ends with lines, as SHOW, DESCRIBE and EXPLAIN do; with none, as DDL does.
     *
     * @param columns what GetQueryResults says of them
     * @param lines the lines, cells parted by tabs
     * @return this
     */
    public Script says(List<EngineResult.Column> columns, String... lines) {
        return ends(execution -> new EngineResult.Text(columns, List.of(lines)));
    }

    /**
     * Fails, with an AthenaError.
     *
     * @param errorCategory 1 system, 2 user, 3 other
     * @param errorType the number of Athena's error reference
     * @param retryable whether the same statement may work later
     * @param message StateChangeReason
     * @return this
     */
    public Script fails(int errorCategory, int errorType, boolean retryable, String message) {
        return ends(execution -> {
            throw new EngineException(errorCategory, errorType, retryable, message);
        });
    }

    /**
     * Is refused before it has an id, as one with a syntax error is.
     *
     * @param message in Trino's form: {@code line 1:8: mismatched input …}
     * @return this
     */
    public Script refused(String message) {
        refusal = message;
        return this;
    }

    /**
     * Runs on the engine behind the scripted one.
     *
     * @return this
     */
    public Script delegates() {
        outcome = null;
        return this;
    }

    private Script ends(Outcome how) {
        outcome = how;
        return this;
    }

    /**
     * How often a matching statement was executed, each requeue counting once more.
     *
     * @return the count
     */
    public int executions() {
        return executions.get();
    }

    /**
     * How many executions a cancel broke off, waiting ones too.
     *
     * @return the count
     */
    public int interrupts() {
        return interrupts.get();
    }

    /**
     * The statements that were started.
     *
     * @return them, in their order
     */
    public List<StatementRequest> requests() {
        return List.copyOf(requests);
    }

    boolean matches(StatementRequest request) {
        return matches.test(request);
    }

    @Nullable
    String refusal() {
        return refusal;
    }

    @Nullable
    StatementInfo info() {
        return info;
    }

    @Nullable
    Outcome outcome() {
        return outcome;
    }

    void started(StatementRequest request) {
        requests.add(request);
    }

    boolean requeues(int earlierRuns) {
        return earlierRuns < requeues;
    }

    void executed() {
        executions.incrementAndGet();
    }

    void waitInQueue() throws InterruptedException {
        pass(queueTime, queueGates);
    }

    void waitRunning() throws InterruptedException {
        pass(runTime, runGates);
    }

    private void pass(Duration time, List<Gate> gates) throws InterruptedException {
        try {
            Thread.sleep(time.toMillis());
            for (Gate gate : gates) {
                gate.pass();
            }
        } catch (InterruptedException e) {
            interrupts.incrementAndGet();
            throw e;
        }
    }
}
