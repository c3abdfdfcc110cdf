package dev.sluice.reader;

import dev.sluice.reader.internal.flow.Delivery;
import dev.sluice.reader.internal.flow.SweepOnCancel;
import dev.sluice.reader.internal.query.SqlLiterals;
import dev.sluice.reader.internal.result.ResultPath;
import dev.sluice.reader.internal.row.RowMappers;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A query and how its result shall be read. Immutable: every method that sets something returns a new query, so that one may
 * be kept and varied. Nothing happens before a subscription, and each subscription is a query of its own in Athena.
 *
 * <p>Where no way is chosen, the object that Athena writes is read: CSV for a query, lines for a SHOW or DESCRIBE; where there
 * is none to read (managed results, client-side encryption), pages.
 *
 * @since 0.1
 */
public final class AthenaQuery {
    private final ReaderCore core;
    private final QuerySettings settings;

    AthenaQuery(ReaderCore core, QuerySettings settings) {
        this.core = core;
        this.settings = settings;
    }

    private AthenaQuery with(Consumer<QuerySettings> change) {
        QuerySettings changed = settings.copy();
        change.accept(changed);
        return new AthenaQuery(core, changed);
    }

    /**
     * The value of the next question mark, as an SQL literal that can't become part of the statement. Strings and other
     * {@code CharSequence}s, enums, booleans, numbers, {@code java.time} values (a {@code ZonedDateTime} with its zone, an
     * {@code Instant} in UTC), {@code byte[]}, {@code UUID}; collections as ARRAY and maps as MAP; null as NULL.
     *
     * @param value the value
     * @return the query with it
     * @throws IllegalArgumentException if the class has no literal
     * @throws IllegalStateException if the query was resumed
     */
    public AthenaQuery bind(@Nullable Object value) {
        if (settings.resumedId != null) {
            throw new IllegalStateException("a query that has been started takes no more values");
        }
        String literal = SqlLiterals.of(value);
        return with(changed -> changed.addParameter(literal));
    }

    /**
     * Reads through UNLOAD, as Parquet under Snappy: the fastest way, and the only one that knows what arrays, maps and rows
     * are made of. It needs a place to write, names for all columns, and refuses some types (time, json, timestamp with time
     * zone); rows come in no order. Each subscription writes to a place of its own below the output location; the files stay
     * there.
     *
     * @return the query
     */
    public AthenaQuery unload() {
        return unload(UnloadCompression.SNAPPY);
    }

    /**
     * As {@link #unload()}, compressed otherwise.
     *
     * @param compression how
     * @return the query
     */
    public AthenaQuery unload(UnloadCompression compression) {
        Objects.requireNonNull(compression, "compression must not be null");
        return with(changed -> {
            changed.path = ResultPath.UNLOAD;
            changed.compression = compression;
        });
    }

    /**
     * Reads the CSV object, or the lines of a SHOW or DESCRIBE, in the query's own order. Where Athena gives no object to
     * read, pages.
     *
     * @return the query
     */
    public AthenaQuery csv() {
        return with(changed -> changed.path = ResultPath.CSV);
    }

    /**
     * Reads pages of 1,000 rows from Athena itself: slower than the others, needs no right to S3.
     *
     * @return the query
     */
    public AthenaQuery pages() {
        return with(changed -> changed.path = ResultPath.PAGES);
    }

    /**
     * Another workgroup than the reader's.
     *
     * @param workGroup its name
     * @return the query
     */
    public AthenaQuery workGroup(String workGroup) {
        Objects.requireNonNull(workGroup, "workGroup must not be null");
        return with(changed -> changed.workGroup = workGroup);
    }

    /**
     * Another data catalog than the reader's.
     *
     * @param catalog its name
     * @return the query
     */
    public AthenaQuery catalog(String catalog) {
        Objects.requireNonNull(catalog, "catalog must not be null");
        return with(changed -> changed.catalog = catalog);
    }

    /**
     * Another database than the reader's.
     *
     * @param database its name
     * @return the query
     */
    public AthenaQuery database(String database) {
        Objects.requireNonNull(database, "database must not be null");
        return with(changed -> changed.database = database);
    }

    /**
     * Another output location than the reader's. A workgroup that enforces its own wins; the result is read from where
     * Athena really put it.
     *
     * @param outputLocation as {@code s3://bucket/prefix/}
     * @return the query
     * @throws IllegalArgumentException if it is no place in S3
     */
    public AthenaQuery outputLocation(String outputLocation) {
        String location = ReaderSettings.location(outputLocation);
        return with(changed -> changed.outputLocation = location);
    }

    /**
     * How long the query may take to end in Athena, after which it is stopped and {@link QueryTimeoutException} signalled.
     * Reading the result does not count.
     *
     * @param timeout more than 0, and at most 365 days
     * @return the query
     */
    public AthenaQuery queryTimeout(Duration timeout) {
        ReaderSettings.requireTimeout(timeout, "queryTimeout");
        return with(changed -> changed.queryTimeout = timeout);
    }

    /**
     * Lets Athena answer by the result of an earlier, equal query. Does nothing for {@link #unload()}, which Athena does not
     * answer so.
     *
     * @param maxAge how old that result may be: whole minutes, up to 7 days
     * @return the query
     * @throws IllegalArgumentException if it is out of range
     */
    public AthenaQuery resultReuse(Duration maxAge) {
        if (maxAge.isNegative() || maxAge.toMinutes() > 10_080 || maxAge.toSecondsPart() != 0) {
            throw new IllegalArgumentException("maxAge must be whole minutes up to 7 days: " + maxAge);
        }
        return with(changed -> changed.reuseMaxAge = maxAge);
    }

    /**
     * Another memory limit than the reader's: for all that each subscription holds.
     *
     * @param limit at least 1 MiB
     * @return the query
     */
    public AthenaQuery memoryLimit(DataSize limit) {
        ReaderSettings.requireMemory(limit);
        return with(changed -> changed.memoryLimit = limit);
    }

    /**
     * Another number of rows a batch has at most.
     *
     * @param rows at least 1
     * @return the query
     */
    public AthenaQuery batchRows(int rows) {
        ReaderSettings.requireRows(rows);
        return with(changed -> changed.batchRows = rows);
    }

    /**
     * Another unit for timestamps.
     *
     * @param unit the unit
     * @return the query
     */
    public AthenaQuery timestampUnit(TimestampUnit unit) {
        Objects.requireNonNull(unit, "unit must not be null");
        return with(changed -> changed.timestampUnit = unit);
    }

    /**
     * Follows each subscription: called at every answer about the query's state, when the reading begins, and after each
     * batch; never by two threads at once. Must not block; what it throws ends the subscription.
     *
     * @param listener who follows; replaces one that was set before
     * @return the query
     */
    public AthenaQuery onProgress(Consumer<? super QueryProgress> listener) {
        Objects.requireNonNull(listener, "listener must not be null");
        return with(changed -> changed.progress = listener);
    }

    /**
     * Runs the query, and gives its result once it has succeeded and its columns are known.
     *
     * <p>Demand: none needed; the query starts on subscription. Threads: emits on a decode thread of the reader. On cancel:
     * the query is stopped, also where its id is yet to come. On error: a {@link SluiceException}; nothing is left running.
     * Ownership: the result holds no memory until it is read.
     *
     * @return the result
     */
    public Mono<QueryResult> execute() {
        return QueryRun.execute(core, settings);
    }

    /**
     * Runs the query and gives its columns only. The rows are not read.
     *
     * <p>Demand: none needed; the query starts on subscription. Threads: emits on a decode thread of the reader. On cancel:
     * the query is stopped. On error: a {@link SluiceException}. Ownership: nothing to close.
     *
     * @return the schema
     */
    public Mono<ResultSchema> schema() {
        return execute().map(QueryResult::schema);
    }

    /**
     * Runs the query and makes a value of each row.
     *
     * <p>Demand: counted in rows; nothing of the result is read before the first request. Threads: the mapper runs, and the
     * values are emitted, on decode threads of the reader. On cancel: a query that has not ended is stopped, everything held
     * is freed. On error: a {@link SluiceException}, or what the mapper threw. Ownership: rows are valid within the mapper
     * only.
     *
     * @param <T> what is made
     * @param mapper makes a value, not null, of a row
     * @return the values in the result's order
     */
    public <T> Flux<T> rows(RowMapper<? extends T> mapper) {
        Objects.requireNonNull(mapper, "mapper must not be null");
        return QueryRun.stream(core, settings, delivery -> delivery.rows(mapper));
    }

    /**
     * Runs the query and makes a record or bean of each row, its components or properties found by the columns' names.
     *
     * <p>Demand: counted in rows; nothing of the result is read before the first request. Threads: emits on decode threads of
     * the reader. On cancel: a query that has not ended is stopped, everything held is freed. On error: a
     * {@link SluiceException}, among them {@link UnsupportedResultException} where a column does not fit. Ownership: the
     * values are the receiver's.
     *
     * @param <T> the class
     * @param type the class
     * @return the values in the result's order
     * @throws IllegalArgumentException if no value of the class can be made of a row
     */
    public <T> Flux<T> rows(Class<T> type) {
        return rows(RowMappers.forClass(type));
    }

    /**
     * Runs the query and makes a value of each batch, which is closed when the mapper returns.
     *
     * <p>Demand: one batch for each request; nothing of the result is read before the first. Threads: decode threads of the
     * reader. On cancel: a query that has not ended is stopped, everything held is freed. On error: a
     * {@link SluiceException}, or what the mapper threw. Ownership: the batch is the reader's, valid within the mapper only.
     *
     * @param <T> what is made
     * @param mapper makes a value, not null and not the batch, of a batch
     * @return the values in the result's order
     */
    public <T> Flux<T> map(Function<? super RecordBatch, ? extends T> mapper) {
        Objects.requireNonNull(mapper, "mapper must not be null");
        return QueryRun.stream(core, settings, delivery -> delivery.map(mapper));
    }

    /**
     * Runs the query and makes a publisher of each batch; they follow each other, and each batch is closed when its publisher
     * ends or is cancelled.
     *
     * <p>Demand: passed to one publisher at a time; nothing of the result is read before the first request. Threads: decode
     * threads of the reader, and those of the publishers. On cancel: a query that has not ended is stopped, the publisher
     * cancelled, everything held is freed. On error: a {@link SluiceException}, or the function's or publisher's own.
     * Ownership: the batch is the reader's, valid until its publisher ends.
     *
     * @param <T> what is made
     * @param function makes a publisher of a batch
     * @return the elements in order
     */
    public <T> Flux<T> flatMap(Function<? super RecordBatch, ? extends Publisher<? extends T>> function) {
        Objects.requireNonNull(function, "function must not be null");
        return QueryRun.stream(core, settings, delivery -> delivery.flatMap(function));
    }

    /**
     * Runs the query and gives its batches away. An expert's door: whoever receives a batch closes it, and operators that drop
     * elements or keep many ({@code filter}, {@code share}, {@code buffer}) need care. Batches that no one has touched are
     * closed by a cancel from outside; those that {@code take(n)} or {@code next()} let through stay open.
     *
     * <p>Demand: one batch for each request; nothing of the result is read before the first. Threads: decode threads of the
     * reader. On cancel: a query that has not ended is stopped; batches on their way are closed. On error: a
     * {@link SluiceException}, among them {@link MemoryLimitExceededException} where more batches are kept open than the limit
     * allows. Ownership: the receiver closes each batch.
     *
     * @return the batches in the result's order
     */
    public Flux<OwnedBatch> ownedBatches() {
        return new SweepOnCancel(QueryRun.stream(core, settings, Delivery::ownedBatches));
    }
}
