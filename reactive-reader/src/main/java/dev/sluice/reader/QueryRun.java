package dev.sluice.reader;

import dev.sluice.fs.S3Path;
import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.reader.internal.arrow.DecodedBatch;
import dev.sluice.reader.internal.arrow.ResultScope;
import dev.sluice.reader.internal.flow.BatchSource;
import dev.sluice.reader.internal.flow.Delivery;
import dev.sluice.reader.internal.flow.OnFirstRequest;
import dev.sluice.reader.internal.observe.QueryObserver.QueryObservation;
import dev.sluice.reader.internal.pages.ResultHead;
import dev.sluice.reader.internal.query.ExecutionListener;
import dev.sluice.reader.internal.query.ExecutionSnapshot;
import dev.sluice.reader.internal.query.QueryRequest;
import dev.sluice.reader.internal.result.ErrorEdge;
import dev.sluice.reader.internal.result.Located;
import dev.sluice.reader.internal.result.MeteredFileSystem;
import dev.sluice.reader.internal.result.ResultLocator;
import dev.sluice.reader.internal.result.ResultPath;
import dev.sluice.reader.internal.result.Statement;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.util.context.ContextView;

/**
 * One subscription: from the statement to the rows. Each of its steps is a Mono; none begins before the one in front of it has
 * ended, and the reading not before the first request.
 */
final class QueryRun {
    private final ReaderCore core;
    private final QuerySettings settings;
    private final ByteBudget budget;
    private final MeteredFileSystem files;
    private final ProgressReporter progress;
    private final QueryObservation observation;
    private final AtomicReference<@Nullable String> id = new AtomicReference<>();
    /** What is closed when the subscription is over, also if it comes to be only then. */
    private final Disposable.Composite held = Disposables.composite();

    private boolean firstBatchSeen;

    private QueryRun(ReaderCore core, QuerySettings settings, ContextView context) {
        this.core = core;
        this.settings = settings;
        this.budget = ByteBudget.ofBytes(settings.memoryLimit.bytes());
        this.files = new MeteredFileSystem(core.files);
        this.progress = new ProgressReporter(settings.progress, core.loop, files, budget);
        this.observation = core.observer.start(settings.workGroup, settings.database, context);
    }

    /**
     * A query that succeeded.
     *
     * @param unloadTarget where it was told to write its files; null for any other
     */
    record Finished(ExecutionSnapshot query, @Nullable S3Path unloadTarget) {}

    /** A source together with what it will give. */
    record Opened(BatchSource source, ResultSchema schema) {}

    /** A query and its rows, for each subscription anew. */
    static <T> Flux<T> stream(ReaderCore core, QuerySettings settings, Function<Delivery, Flux<T>> door) {
        return Flux.deferContextual(context -> {
            QueryRun run = new QueryRun(core, settings, context);
            return run.guard(run.finish().flatMapMany(finished -> run.read(finished, run.locate(finished), door)));
        });
    }

    /** A query and its columns, for each subscription anew. */
    static Mono<QueryResult> execute(ReaderCore core, QuerySettings settings) {
        return Mono.deferContextual(context -> {
            QueryRun run = new QueryRun(core, settings, context);
            Mono<QueryResult> result = run.finish()
                    .flatMap(finished -> run.locate(finished)
                            .flatMap(located -> run.schemaOf(finished, located)
                                    .map(schema -> new QueryResult(core, settings, finished, located, schema))));
            return run.guard(result.flux()).single();
        });
    }

    /** The rows of a result that was found before. */
    static <T> Flux<T> read(
            ReaderCore core,
            QuerySettings settings,
            Finished finished,
            Located located,
            Function<Delivery, Flux<T>> door) {
        return Flux.deferContextual(context -> {
            QueryRun run = new QueryRun(core, settings, context);
            return run.guard(Flux.defer(() -> {
                run.id.set(finished.query().id());
                run.progress.query(finished.query().id(), finished.query().state());
                return run.read(finished, Mono.just(located), door);
            }));
        });
    }

    ByteBudget budget() {
        return budget;
    }

    private <T> Flux<T> guard(Flux<T> steps) {
        if (core.isClosed()) {
            return Flux.error(new IllegalStateException("the reader is closed"));
        }
        core.begin(this, budget);
        return steps.onErrorMap(this::named).doOnError(observation::failed).doFinally(this::ended);
    }

    private Throwable named(Throwable error) {
        String known = id.get();
        return known == null ? error : ErrorEdge.ofQuery(error, known);
    }

    private void ended(SignalType how) {
        held.dispose();
        core.end(this);
        if (how == SignalType.CANCEL) {
            observation.cancelled();
        } else if (how == SignalType.ON_COMPLETE) {
            observation.succeeded();
        }
    }

    /** Runs the query to its end. */
    private Mono<Finished> finish() {
        return Mono.defer(() -> {
                    if (settings.resumedId != null) {
                        return core.executions
                                .resume(settings.resumedId, settings.queryTimeout, listener)
                                .map(snapshot -> new Finished(snapshot, null));
                    }
                    return settings.path == ResultPath.UNLOAD ? unload() : start(settings.sql, null);
                })
                .publishOn(core.decode)
                .doOnNext(finished -> observation.completed());
    }

    private final ExecutionListener listener = new ExecutionListener() {
        @Override
        public void started(String newId) {
            id.set(newId);
            observation.started(newId);
            progress.query(newId, QueryState.QUEUED);
        }

        @Override
        public void seen(ExecutionSnapshot snapshot) {
            progress.query(snapshot.id(), snapshot.state());
        }
    };

    private Mono<Finished> unload() {
        Statement statement = Statement.of(settings.sql);
        statement.requireQuery();
        Mono<String> location = settings.outputLocation != null
                ? Mono.just(settings.outputLocation)
                : core.workGroups
                        .outputLocation(settings.workGroup)
                        .map(ReaderSettings::location)
                        .switchIfEmpty(Mono.error(() -> new UnsupportedResultException(
                                "UNLOAD needs a place to write and neither the reader nor its workgroup names one: set"
                                        + " outputLocation",
                                ResultPlace.unknown(),
                                null)));
        return location.flatMap(root -> {
            // A place that no attempt has used before: Athena refuses one that holds anything, such as an orphaned
            // file.
            S3Path target = S3Path.parse(root + "unload/" + core.newToken() + "/");
            return start(statement.unload(target.toString(), settings.compression.name()), target);
        });
    }

    private Mono<Finished> start(String sql, @Nullable S3Path unloadTarget) {
        return core.executions
                .run(request(sql, unloadTarget == null), listener)
                .map(snapshot -> new Finished(snapshot, unloadTarget));
    }

    private QueryRequest request(String sql, boolean mayReuse) {
        return new QueryRequest(
                sql,
                settings.parameters,
                core.newToken(),
                settings.workGroup,
                settings.catalog,
                settings.database,
                settings.outputLocation,
                mayReuse ? settings.reuseMaxAge : null,
                settings.queryTimeout);
    }

    /** Finds the result. Reads the manifest, where there is one. */
    private Mono<Located> locate(Finished finished) {
        return new ResultLocator(files, core.pages, core.readOptions)
                .locate(
                        finished.query(),
                        settings.path,
                        finished.unloadTarget(),
                        Mono.defer(() -> headWithoutRows(finished)),
                        budget)
                .onErrorMap(ErrorEdge::ofSource)
                .publishOn(core.decode);
    }

    /** An UNLOAD without rows leaves nothing that could tell its columns; the query alone, without rows, does. */
    private Mono<ResultHead> headWithoutRows(Finished finished) {
        if (finished.unloadTarget() == null) {
            return Mono.empty();
        }
        String columnsOnly = Statement.of(settings.sql).withoutRows();
        return core.executions
                .run(request(columnsOnly, false), ExecutionListener.NONE)
                .flatMap(snapshot -> core.pages.head(snapshot.id()));
    }

    /** Opens the source on the first request, and lets it out through a door. */
    private <T> Flux<T> read(Finished finished, Mono<Located> located, Function<Delivery, Flux<T>> door) {
        return new OnFirstRequest<>(located.flatMap(found -> {
                    progress.located(found.totalFiles());
                    String queryId = finished.query().id();
                    ResultScope scope = new ResultScope(queryId, core.allocator, budget, core);
                    held.add(scope::end);
                    return sources().open(found, finished, scope.memory()).map(opened -> {
                        BatchSource source = new Watched(opened.source());
                        held.add(source::close);
                        return new Delivery(source, scope, opened.schema(), core.stallTimeout, core.control);
                    });
                })
                .onErrorMap(ErrorEdge::ofSource)
                .flatMapMany(door));
    }

    private Mono<ResultSchema> schemaOf(Finished finished, Located located) {
        return sources().schema(located, finished, budget).onErrorMap(ErrorEdge::ofSource);
    }

    private ResultSources sources() {
        return new ResultSources(core, settings, files);
    }

    /** Counts the batches of a source, and ends it when the reader closes. */
    private final class Watched implements BatchSource {
        private final BatchSource source;

        Watched(BatchSource source) {
            this.source = source;
        }

        @Override
        public Schema schema() {
            return source.schema();
        }

        @Override
        public Mono<DecodedBatch> next() {
            return Mono.defer(() -> core.isClosed()
                            ? Mono.error(new IllegalStateException("the reader was closed"))
                            : source.next())
                    .onErrorMap(ErrorEdge::ofSource)
                    .doOnNext(this::count);
        }

        private void count(DecodedBatch batch) {
            try {
                if (!firstBatchSeen) {
                    firstBatchSeen = true;
                    observation.firstBatch();
                }
                progress.delivered(batch.vectors().getRowCount());
            } catch (RuntimeException | Error e) {
                batch.close();
                throw e;
            }
        }

        @Override
        public void close() {
            source.close();
        }
    }
}
