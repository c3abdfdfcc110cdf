package dev.sluice.reader.internal.query;

import dev.sluice.reader.PollBackoff;
import dev.sluice.reader.internal.reactor.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import software.amazon.awssdk.services.athena.AthenaAsyncClient;

/** All queries of a reader: starts and follows them, and knows which are not settled yet. */
public final class QueryExecutions {
    private static final PollBackoff START_BACKOFF =
            new PollBackoff(Duration.ofMillis(500), Duration.ofSeconds(20), 2, 0.5);
    private static final String PRIMARY = "primary";

    final AthenaAsyncClient athena;
    final ControlLoop loop;
    final StatePoller poller;
    final QueryStopper stopper;
    final PollBackoff startBackoff = START_BACKOFF;
    final DoubleSupplier random;
    final boolean stopOnCancel;
    private final Set<Execution> unsettled = ConcurrentHashMap.newKeySet();
    private final Set<String> managedWorkGroups = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * The queries of one reader.
     *
     * @param stopOnCancel whether giving up on a query stops it
     * @param random from 0 to below 1, for jitter
     */
    public QueryExecutions(
            AthenaAsyncClient athena,
            ControlLoop loop,
            PollBackoff backoff,
            boolean stopOnCancel,
            DoubleSupplier random) {
        this.athena = athena;
        this.loop = loop;
        this.random = random;
        this.stopOnCancel = stopOnCancel;
        this.poller = new StatePoller(athena, loop, backoff, random);
        this.stopper = new QueryStopper(athena, loop, random);
    }

    /**
     * Starts a query at the first request and emits once it has succeeded. Errors: rejected, failed, cancelled by others, timed out.
     * On cancel the query is stopped, as soon as its id is known. Emits on the control loop.
     */
    public Mono<ExecutionSnapshot> run(QueryRequest request, ExecutionListener listener) {
        return follow(listener, true, execution -> execution.start(effective(request)));
    }

    /** Follows a query that somebody started before; never stops it. */
    public Mono<ExecutionSnapshot> resume(String id, @Nullable Duration timeout, ExecutionListener listener) {
        return follow(listener, false, execution -> execution.resume(id, timeout));
    }

    private Mono<ExecutionSnapshot> follow(ExecutionListener listener, boolean ours, Consumer<Execution> begin) {
        return Reply.mono(reply -> {
            Execution execution = new Execution(this, listener, ours, outcome -> outcome.answer(reply));
            unsettled.add(execution);
            if (closed) {
                unsettled.remove(execution);
                reply.fail(new IllegalStateException("the reader is closed"));
                return;
            }
            reply.onCancel(execution::cancel);
            begin.accept(execution);
        });
    }

    private QueryRequest effective(QueryRequest request) {
        return request.outputLocation() != null && managedWorkGroups.contains(name(request.workGroup()))
                ? request.withManagedOutput()
                : request;
    }

    /** A workgroup that refuses to be told where results go, which the next query need not learn again. */
    void managedOutput(@Nullable String workGroup) {
        managedWorkGroups.add(name(workGroup));
    }

    private static String name(@Nullable String workGroup) {
        return workGroup == null ? PRIMARY : workGroup;
    }

    void settled(Execution execution) {
        unsettled.remove(execution);
    }

    /** How many queries run, or are being stopped. */
    public int running() {
        return unsettled.size();
    }

    /** Takes no more queries, ends those that run, and completes once every stop has been taken. */
    public Mono<Void> close() {
        return Mono.defer(() -> {
            closed = true;
            List<Execution> open = List.copyOf(unsettled);
            for (Execution execution : open) {
                execution.giveUp(new Outcome(null, new IllegalStateException("the reader was closed")));
            }
            return Mono.when(open.stream().map(Execution::settled).toList());
        });
    }
}
