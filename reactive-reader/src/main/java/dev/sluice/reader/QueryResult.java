package dev.sluice.reader;

import dev.sluice.reader.internal.flow.Delivery;
import dev.sluice.reader.internal.flow.SweepOnCancel;
import dev.sluice.reader.internal.result.Located;
import dev.sluice.reader.internal.row.RowMappers;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/**
 * The result of a query that has succeeded: its columns and statistics at once, its rows when they are asked for. Its rows can
 * be read once, by one of the ways below: a second subscription, to whichever, fails with {@link IllegalStateException}. To
 * read them again, {@link AthenaReader#resume(String)} the query.
 *
 * @since 0.1
 */
public final class QueryResult {
    private final ReaderCore core;
    private final QuerySettings settings;
    private final QueryRun.Finished finished;
    private final Located located;
    private final ResultSchema schema;
    private final AtomicBoolean read = new AtomicBoolean();

    QueryResult(
            ReaderCore core, QuerySettings settings, QueryRun.Finished finished, Located located, ResultSchema schema) {
        this.core = core;
        this.settings = settings;
        this.finished = finished;
        this.located = located;
        this.schema = schema;
    }

    /**
     * The query.
     *
     * @return its id, good for {@link AthenaReader#resume(String)}
     */
    public String queryExecutionId() {
        return finished.query().id();
    }

    /**
     * The columns, also of a result without rows.
     *
     * @return the schema
     */
    public ResultSchema schema() {
        return schema;
    }

    /**
     * What the query took.
     *
     * @return Athena's numbers
     */
    public QueryStatistics statistics() {
        return finished.query().statistics();
    }

    /**
     * How many rows a statement wrote: CREATE TABLE AS, INSERT, UPDATE, DELETE, MERGE.
     *
     * @return the number, which may be 0; empty for statements that write none
     */
    public OptionalLong updateCount() {
        Long count = located.updateCount();
        return count == null ? OptionalLong.empty() : OptionalLong.of(count);
    }

    private <T> Flux<T> once(Function<Delivery, Flux<T>> door) {
        return Flux.defer(() -> {
            if (!read.compareAndSet(false, true)) {
                return Flux.error(new IllegalStateException("the result of query " + queryExecutionId()
                        + " has been read; resume the query by its id to read it again"));
            }
            return QueryRun.read(core, settings, finished, located, door);
        });
    }

    /**
     * A value of each row.
     *
     * <p>Demand: counted in rows; nothing is read before the first request. Threads: decode threads of the reader. On cancel:
     * everything held is freed. On error: a {@link SluiceException}, or what the mapper threw. Ownership: rows are valid
     * within the mapper only.
     *
     * @param <T> what is made
     * @param mapper makes a value, not null, of a row
     * @return the values in order
     */
    public <T> Flux<T> rows(RowMapper<? extends T> mapper) {
        Objects.requireNonNull(mapper, "mapper must not be null");
        return once(delivery -> delivery.rows(mapper));
    }

    /**
     * A record or bean of each row.
     *
     * <p>Demand: counted in rows; nothing is read before the first request. Threads: decode threads of the reader. On cancel:
     * everything held is freed. On error: a {@link SluiceException}. Ownership: the values are the receiver's.
     *
     * @param <T> the class
     * @param type the class
     * @return the values in order
     * @throws IllegalArgumentException if no value of the class can be made of a row
     */
    public <T> Flux<T> rows(Class<T> type) {
        return rows(RowMappers.forClass(type));
    }

    /**
     * A value of each batch, which is closed when the mapper returns.
     *
     * <p>Demand: one batch for each request; nothing is read before the first. Threads: decode threads of the reader. On
     * cancel: everything held is freed. On error: a {@link SluiceException}, or what the mapper threw. Ownership: the batch is
     * the reader's, valid within the mapper only.
     *
     * @param <T> what is made
     * @param mapper makes a value, not null and not the batch, of a batch
     * @return the values in order
     */
    public <T> Flux<T> map(Function<? super RecordBatch, ? extends T> mapper) {
        Objects.requireNonNull(mapper, "mapper must not be null");
        return once(delivery -> delivery.map(mapper));
    }

    /**
     * The elements of a publisher for each batch, which is closed when its publisher ends or is cancelled.
     *
     * <p>Demand: passed to one publisher at a time; nothing is read before the first request. Threads: decode threads of the
     * reader, and those of the publishers. On cancel: the publisher is cancelled, everything held is freed. On error: a
     * {@link SluiceException}, or the function's or publisher's own. Ownership: the batch is the reader's, valid until its
     * publisher ends.
     *
     * @param <T> what is made
     * @param function makes a publisher of a batch
     * @return the elements in order
     */
    public <T> Flux<T> flatMap(Function<? super RecordBatch, ? extends Publisher<? extends T>> function) {
        Objects.requireNonNull(function, "function must not be null");
        return once(delivery -> delivery.flatMap(function));
    }

    /**
     * The batches themselves, as in {@link AthenaQuery#ownedBatches()}.
     *
     * <p>Demand: one batch for each request; nothing is read before the first. Threads: decode threads of the reader. On
     * cancel: batches on their way are closed. On error: a {@link SluiceException}. Ownership: the receiver closes each batch.
     *
     * @return the batches in order
     */
    public Flux<OwnedBatch> ownedBatches() {
        return new SweepOnCancel(once(Delivery::ownedBatches));
    }

    /** The query and its columns. */
    @Override
    public String toString() {
        return "QueryResult[" + queryExecutionId() + " " + schema + "]";
    }
}
