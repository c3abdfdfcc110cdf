package dev.sluice.testkit.internal.athena;

import dev.sluice.testkit.engine.StatementInfo;
import dev.sluice.testkit.engine.StatementRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The queries that were started, by id, by token, and by what a later one may reuse. */
final class QueryRegistry {
    private record Started(String fingerprint, QueryExecution execution) {}

    private record ReuseKey(StatementRequest statement, String workGroup, String location, String configuration) {
        static ReuseKey of(Submission work) {
            return new ReuseKey(
                    work.statement(),
                    work.workGroup(),
                    String.valueOf(work.location()),
                    work.configuration().toString());
        }
    }

    private final Clock clock;
    private final Map<String, QueryExecution> byId = new HashMap<>();
    private final Map<String, Started> byToken = new HashMap<>();
    private final Map<ReuseKey, QueryExecution> reusable = new HashMap<>();
    private final Deque<QueryExecution> newestFirst = new ArrayDeque<>();

    QueryRegistry(Clock clock) {
        this.clock = clock;
    }

    /**
     * The query that a token stands for, or a new one.
     *
     * @param token the ClientRequestToken
     * @param fingerprint what was asked for with it
     * @param submission makes the new one; what it throws leaves the token unused
     * @param started gets the new one
     */
    synchronized QueryExecution start(
            String token, String fingerprint, Supplier<Submission> submission, Consumer<QueryExecution> started) {
        Started earlier = byToken.get(token);
        if (earlier != null) {
            if (!earlier.fingerprint().equals(fingerprint)) {
                throw ApiError.invalid("Idempotent parameters do not match");
            }
            return earlier.execution();
        }
        QueryExecution execution = new QueryExecution(submission.get(), clock);
        byToken.put(token, new Started(fingerprint, execution));
        byId.put(execution.id(), execution);
        newestFirst.addFirst(execution);
        started.accept(execution);
        return execution;
    }

    synchronized @Nullable QueryExecution find(String id) {
        return byId.get(id);
    }

    QueryExecution get(String id) {
        QueryExecution execution = find(id);
        if (execution == null) {
            throw ApiError.invalid("QueryExecution " + id + " was not found");
        }
        return execution;
    }

    /** All of them, the newest first. */
    synchronized List<QueryExecution> executions() {
        return new ArrayList<>(newestFirst);
    }

    /** Those that have not ended, or whose thread has not yet. */
    List<QueryExecution> running() {
        return executions().stream()
                .filter(e -> !e.status().state().isFinal() || e.isAttached())
                .toList();
    }

    /** Notes a result that later queries may reuse. */
    synchronized void succeeded(QueryExecution execution) {
        if (execution.submission().info().kind() == StatementInfo.Kind.SELECT) {
            reusable.put(ReuseKey.of(execution.submission()), execution);
        }
    }

    /** The result that serves this query too, if it allows for one and there is one young enough. */
    synchronized Optional<QueryExecution.Status> reusable(Submission work) {
        if (work.reuseMinutes() < 0) {
            return Optional.empty();
        }
        Instant oldest = clock.instant().minus(Duration.ofMinutes(work.reuseMinutes()));
        return Optional.ofNullable(reusable.get(ReuseKey.of(work)))
                .map(QueryExecution::status)
                .filter(s -> s.completed() != null && !s.completed().isBefore(oldest));
    }
}
