package dev.sluice.testkit.scripted;

import dev.sluice.testkit.engine.Catalog;
import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.engine.EngineResult;
import dev.sluice.testkit.engine.ExecutionContext;
import dev.sluice.testkit.engine.InvalidStatementException;
import dev.sluice.testkit.engine.QueryEngine;
import dev.sluice.testkit.engine.RequeueException;
import dev.sluice.testkit.engine.StatementInfo;
import dev.sluice.testkit.engine.StatementRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An engine that answers what a test tells it to: rows of exact types, files, failures, and delays in each state. On its own,
 * or in front of another engine, which then gets whatever no script matches.
 *
 * <pre>{@code
 * ScriptedEngine engine = ScriptedEngine.create();
 * engine.when("FROM orders").returns(ScriptedRows.of("id", "bigint").row(1L).row(2L));
 * engine.when("FROM broken").runningFor(Duration.ofMillis(50)).fails(2, 1002, false, "DIVISION_BY_ZERO");
 * }</pre>
 *
 * The script that was told last wins. Thread-safe.
 *
 * @since 0.1
 */
public final class ScriptedEngine implements QueryEngine {
    private static final int USER_ERROR = 1000;

    private final @Nullable QueryEngine delegate;
    private final ScriptedCatalog catalog = new ScriptedCatalog();
    private final List<Script> scripts = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> earlierRuns = new ConcurrentHashMap<>();

    private ScriptedEngine(@Nullable QueryEngine delegate) {
        this.delegate = delegate;
    }

    /**
     * An engine that knows nothing but its scripts; what none matches fails.
     *
     * @return the engine
     */
    public static ScriptedEngine create() {
        return new ScriptedEngine(null);
    }

    /**
     * An engine in front of another.
     *
     * @param delegate gets what no script matches, and what {@link Script#delegates} leaves to it; closed with this one
     * @return the engine
     */
    public static ScriptedEngine over(QueryEngine delegate) {
        return new ScriptedEngine(delegate);
    }

    /**
     * A script for the statements that contain a text, in any case.
     *
     * @param part a part of the SQL text
     * @return the script, to be told what happens; until then it delegates
     */
    public Script when(String part) {
        String wanted = part.toLowerCase(Locale.ROOT);
        return when(request -> request.sql().toLowerCase(Locale.ROOT).contains(wanted));
    }

    /**
     * A script for the statements that a predicate accepts.
     *
     * @param matches the predicate
     * @return the script, to be told what happens; until then it delegates
     */
    public Script when(Predicate<StatementRequest> matches) {
        Script script = new Script(matches);
        scripts.add(0, script);
        return script;
    }

    /**
     * A script for every statement.
     *
     * @return the script, to be told what happens; until then it delegates
     */
    public Script always() {
        return when(request -> true);
    }

    /**
     * With a table in the catalog; it holds nothing.
     *
     * @param database its database
     * @param table the table
     * @return this
     */
    public ScriptedEngine table(String database, Catalog.Table table) {
        catalog.add(database, table);
        return this;
    }

    @Override
    public StatementInfo analyze(StatementRequest request) throws InvalidStatementException {
        Script script = find(request);
        if (script != null) {
            String refusal = script.refusal();
            if (refusal != null) {
                throw new InvalidStatementException(refusal);
            }
            StatementInfo info = script.info();
            if (info != null) {
                return info;
            }
            if (script.outcome() != null) {
                return StatementGuess.of(request.sql());
            }
        }
        return delegate == null ? StatementGuess.of(request.sql()) : delegate.analyze(request);
    }

    @Override
    public void awaitStart(StatementRequest request, StatementInfo info, ExecutionContext context)
            throws InterruptedException {
        Script script = find(request);
        if (script != null) {
            if (!earlierRuns.containsKey(context.queryExecutionId())) {
                script.started(request);
            }
            script.waitInQueue();
        }
        if (delegate != null) {
            delegate.awaitStart(request, info, context);
        }
    }

    @Override
    public EngineResult execute(StatementRequest request, StatementInfo info, ExecutionContext context)
            throws EngineException, InterruptedException {
        Script script = find(request);
        if (script == null) {
            return delegate(request, info, context);
        }
        script.executed();
        script.waitRunning();
        int earlier = earlierRuns.merge(context.queryExecutionId(), 1, Integer::sum) - 1;
        if (script.requeues(earlier)) {
            throw new RequeueException("scripted");
        }
        earlierRuns.remove(context.queryExecutionId());
        Script.Outcome outcome = script.outcome();
        EngineResult result = outcome == null ? null : outcome.answer(new ScriptedExecution(request, context));
        return result == null ? delegate(request, info, context) : result;
    }

    private EngineResult delegate(StatementRequest request, StatementInfo info, ExecutionContext context)
            throws EngineException, InterruptedException {
        if (delegate == null) {
            throw new EngineException(
                    EngineException.USER, USER_ERROR, false, "no script says what this statement answers");
        }
        return delegate.execute(request, info, context);
    }

    private @Nullable Script find(StatementRequest request) {
        for (Script script : scripts) {
            if (script.matches(request)) {
                return script;
            }
        }
        return null;
    }

    @Override
    public Catalog catalog() {
        return delegate == null ? catalog : delegate.catalog();
    }

    @Override
    public void close() {
        if (delegate != null) {
            delegate.close();
        }
    }
}
