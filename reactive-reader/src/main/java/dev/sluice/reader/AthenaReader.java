package dev.sluice.reader;

import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.S3FileSystem;
import dev.sluice.reader.internal.observe.MicrometerQueryObserver;
import dev.sluice.reader.internal.observe.QueryObserver;
import dev.sluice.reader.internal.pages.ResultPages;
import dev.sluice.reader.internal.query.ControlLoop;
import dev.sluice.reader.internal.query.QueryExecutions;
import dev.sluice.reader.internal.query.WorkGroups;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import software.amazon.awssdk.services.athena.AthenaAsyncClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/**
 * Runs queries in Amazon Athena and reads their results as streams under a byte limit. One reader serves a whole application:
 * it is thread-safe, polls for all of its queries together, and owns the threads on which results are decoded.
 *
 * <pre>{@code
 * AthenaReader reader = AthenaReader.builder()
 *         .athena(athenaAsyncClient).s3(s3AsyncClient)
 *         .workGroup("analytics").database("pypi").outputLocation("s3://bucket/results/")
 *         .memoryLimit(DataSize.ofMebibytes(64))
 *         .build();
 * Flux<Download> rows = reader.sql("SELECT timestamp, project FROM downloads WHERE day = ?")
 *         .bind(LocalDate.of(2026, 10, 1))
 *         .unload()
 *         .rows(Download.class);
 * }</pre>
 *
 * <p>The SDK's clients stay the caller's and are not closed.
 *
 * @since 0.1
 */
public final class AthenaReader implements AutoCloseable {
    private final ReaderCore core;
    private final QuerySettings defaults;
    private final ReaderShutdown shutdown;

    private AthenaReader(ReaderCore core, QuerySettings defaults, ReaderShutdown shutdown) {
        this.core = core;
        this.defaults = defaults;
        this.shutdown = shutdown;
    }

    /**
     * Begins a reader.
     *
     * @return a builder with every default
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * A query by its statement, in Athena's SQL, with a question mark for each value to be bound.
     *
     * @param sql the statement; a semicolon at its end is allowed
     * @return the query, which runs when it is subscribed to
     */
    public AthenaQuery sql(String sql) {
        Objects.requireNonNull(sql, "sql must not be null");
        return new AthenaQuery(core, defaults.forStatement(sql));
    }

    /**
     * A query that was started before, by this reader or anybody else: waited for if it still runs, and its result read. It
     * belongs to whoever started it, so that a cancel does not stop it. Athena keeps results for a limited time.
     *
     * @param queryExecutionId its id
     * @return the query; what only a statement can have is not set on it
     */
    public AthenaQuery resume(String queryExecutionId) {
        if (queryExecutionId.isBlank()) {
            throw new IllegalArgumentException("queryExecutionId must not be blank");
        }
        return new AthenaQuery(core, defaults.forResumed(queryExecutionId));
    }

    /**
     * What the reader holds now.
     *
     * @return a live view
     */
    public ReaderMetrics metrics() {
        return core;
    }

    /**
     * Closes the reader: takes no more queries, stops those that run, ends the streams that are open with an error, and frees
     * the threads. Batches that were given away stay readable until their owners close them; they are reported in the log.
     * Closing again does nothing.
     *
     * <p>Demand: none needed; closing starts on subscription. Threads: completes on a thread of the reader. On cancel: closing
     * goes on. On error: none. Ownership: nothing to close.
     *
     * @return completes when every stop has reached Athena and every thread is free
     */
    public Mono<Void> closeAsync() {
        return shutdown.close();
    }

    /** Begins what {@link #closeAsync()} does and returns at once. */
    @Override
    public void close() {
        shutdown.begin();
    }

    /**
     * Sets up a reader.
     *
     * @since 0.1
     */
    public static final class Builder {
        private static final int LEAST_DECODE_THREADS = 2;

        private @Nullable AthenaAsyncClient athena;
        private @Nullable S3FileSystem files;
        private @Nullable String workGroup;
        private @Nullable String catalog;
        private @Nullable String database;
        private @Nullable String outputLocation;
        private @Nullable Duration queryTimeout;
        private @Nullable BufferAllocator allocator;
        private DataSize memoryLimit = DataSize.ofMebibytes(64);
        private int batchRows = 8_192;
        private TimestampUnit timestampUnit = TimestampUnit.MICROSECOND;
        private ReadOptions readOptions = ReadOptions.defaults();
        private PollBackoff pollBackoff = PollBackoff.defaults();
        private boolean stopQueryOnCancel = true;
        private Duration stallTimeout = Duration.ofSeconds(30);
        private int decodeThreads =
                Math.max(LEAST_DECODE_THREADS, Runtime.getRuntime().availableProcessors());
        private QueryObserver observer = QueryObserver.NONE;

        private Builder() {}

        /**
         * The client that talks to Athena. Required.
         *
         * @param client stays the caller's
         * @return this
         */
        public Builder athena(AthenaAsyncClient client) {
            this.athena = Objects.requireNonNull(client, "client must not be null");
            return this;
        }

        /**
         * The client that reads from S3. Required, unless {@link #fileSystem(S3FileSystem)} is given.
         *
         * @param client stays the caller's; its connection pool bounds the requests of all queries together
         * @return this
         */
        public Builder s3(S3AsyncClient client) {
            return fileSystem(S3FileSystem.builder()
                    .s3(Objects.requireNonNull(client, "client must not be null"))
                    .build());
        }

        /**
         * Another way to S3.
         *
         * @param fileSystem where objects are read from
         * @return this
         */
        public Builder fileSystem(S3FileSystem fileSystem) {
            this.files = Objects.requireNonNull(fileSystem, "fileSystem must not be null");
            return this;
        }

        /**
         * The workgroup of queries; by default the account's {@code primary}.
         *
         * @param name its name
         * @return this
         */
        public Builder workGroup(String name) {
            this.workGroup = Objects.requireNonNull(name, "name must not be null");
            return this;
        }

        /**
         * The data catalog that names without one are looked up in.
         *
         * @param name its name
         * @return this
         */
        public Builder catalog(String name) {
            this.catalog = Objects.requireNonNull(name, "name must not be null");
            return this;
        }

        /**
         * The database that names without one are looked up in.
         *
         * @param name its name
         * @return this
         */
        public Builder database(String name) {
            this.database = Objects.requireNonNull(name, "name must not be null");
            return this;
        }

        /**
         * Where results are written, unless the workgroup says so, which wins where it enforces that. Files of an UNLOAD go
         * below it.
         *
         * @param uri as {@code s3://bucket/prefix/}
         * @return this
         * @throws IllegalArgumentException if it is no place in S3
         */
        public Builder outputLocation(String uri) {
            this.outputLocation = ReaderSettings.location(uri);
            return this;
        }

        /**
         * How long a query may take to end in Athena; by default as long as Athena lets it.
         *
         * @param timeout more than 0, and at most 365 days
         * @return this
         */
        public Builder queryTimeout(Duration timeout) {
            ReaderSettings.requireTimeout(timeout, "queryTimeout");
            this.queryTimeout = timeout;
            return this;
        }

        /**
         * What each result may hold at most, for all its bytes: in flight, compressed, decoded, and in batches that are open.
         * 64 MiB by default.
         *
         * @param limit at least 1 MiB
         * @return this
         */
        public Builder memoryLimit(DataSize limit) {
            ReaderSettings.requireMemory(limit);
            this.memoryLimit = limit;
            return this;
        }

        /**
         * How many rows a batch has at most; wide rows make it fewer. 8,192 by default.
         *
         * @param rows at least 1
         * @return this
         */
        public Builder batchRows(int rows) {
            ReaderSettings.requireRows(rows);
            this.batchRows = rows;
            return this;
        }

        /**
         * The unit of timestamps in Arrow; microseconds by default.
         *
         * @param unit the unit
         * @return this
         */
        public Builder timestampUnit(TimestampUnit unit) {
            this.timestampUnit = Objects.requireNonNull(unit, "unit must not be null");
            return this;
        }

        /**
         * How objects are read: requests in flight, their size, retries.
         *
         * @param options the options
         * @return this
         */
        public Builder readOptions(ReadOptions options) {
            this.readOptions = Objects.requireNonNull(options, "options must not be null");
            return this;
        }

        /**
         * How often the states of queries are asked for.
         *
         * @param backoff the intervals
         * @return this
         */
        public Builder pollBackoff(PollBackoff backoff) {
            this.pollBackoff = Objects.requireNonNull(backoff, "backoff must not be null");
            return this;
        }

        /**
         * Whether a query that nobody waits for any more is stopped; true by default.
         *
         * @param stop false to let it run to its end, for {@link AthenaReader#resume(String)}
         * @return this
         */
        public Builder stopQueryOnCancel(boolean stop) {
            this.stopQueryOnCancel = stop;
            return this;
        }

        /**
         * How long reading may wait for memory while a consumer of {@code ownedBatches()} keeps all of it in open batches and
         * closes none, before {@link MemoryLimitExceededException} ends it. 30 s by default.
         *
         * @param timeout more than 0, and at most 365 days
         * @return this
         */
        public Builder stallTimeout(Duration timeout) {
            ReaderSettings.requireTimeout(timeout, "stallTimeout");
            this.stallTimeout = timeout;
            return this;
        }

        /**
         * How many threads decode, for all queries together; by default as many as there are processors, and 2 at least.
         *
         * @param threads at least 1
         * @return this
         */
        public Builder decodeThreads(int threads) {
            if (threads < 1) {
                throw new IllegalArgumentException("decodeThreads must be at least 1: " + threads);
            }
            this.decodeThreads = threads;
            return this;
        }

        /**
         * Where vectors are allocated; by default in an allocator of the reader's own.
         *
         * @param bufferAllocator stays the caller's and is not closed
         * @return this
         */
        public Builder allocator(BufferAllocator bufferAllocator) {
            this.allocator = Objects.requireNonNull(bufferAllocator, "bufferAllocator must not be null");
            return this;
        }

        /**
         * Observes each subscription as {@code sluice.query}: with {@code db.system.name}, {@code db.namespace},
         * {@code sluice.workgroup}, {@code sluice.outcome} (success, error, cancelled), {@code error.type} and
         * {@code sluice.query_execution_id}, and the events {@code query.started}, {@code query.completed},
         * {@code first.batch}. Never the statement. Needs Micrometer's observation module.
         *
         * @param registry where observations go
         * @return this
         */
        public Builder observationRegistry(ObservationRegistry registry) {
            this.observer = new MicrometerQueryObserver(Objects.requireNonNull(registry, "registry must not be null"));
            return this;
        }

        /**
         * Builds the reader and starts its threads. Touches neither Athena nor S3.
         *
         * @return the reader, to be closed by the caller
         * @throws IllegalStateException if a client is missing
         */
        public AthenaReader build() {
            if (athena == null || files == null) {
                throw new IllegalStateException("a reader needs athena(..) and s3(..)");
            }
            Scheduler control = Schedulers.newSingle("sluice-control", true);
            Scheduler decode = Schedulers.newParallel("sluice-decode", decodeThreads, true);
            ControlLoop loop = new ControlLoop(control, System::nanoTime);
            BufferAllocator root = allocator == null ? new RootAllocator() : allocator;
            ReaderCore core = new ReaderCore(
                    files,
                    readOptions,
                    new QueryExecutions(
                            athena,
                            loop,
                            pollBackoff,
                            stopQueryOnCancel,
                            () -> ThreadLocalRandom.current().nextDouble()),
                    new WorkGroups(athena),
                    new ResultPages(athena, control),
                    loop,
                    control,
                    decode,
                    root,
                    observer,
                    stallTimeout);
            return new AthenaReader(core, defaults(), new ReaderShutdown(core, allocator == null));
        }

        private QuerySettings defaults() {
            QuerySettings defaults = new QuerySettings("", null, memoryLimit, batchRows, timestampUnit);
            defaults.workGroup = workGroup;
            defaults.catalog = catalog;
            defaults.database = database;
            defaults.outputLocation = outputLocation;
            defaults.queryTimeout = queryTimeout;
            return defaults;
        }
    }
}
