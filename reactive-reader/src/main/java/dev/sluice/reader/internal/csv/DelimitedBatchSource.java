package dev.sluice.reader.internal.csv;

import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.S3FileSystem;
import dev.sluice.fs.S3Path;
import dev.sluice.fs.budget.Permit;
import dev.sluice.reader.MemoryLimitExceededException;
import dev.sluice.reader.ResultPlace;
import dev.sluice.reader.internal.arrow.BatchAllocation;
import dev.sluice.reader.internal.arrow.DecodedBatch;
import dev.sluice.reader.internal.arrow.PendingAllocation;
import dev.sluice.reader.internal.arrow.ResultMemory;
import dev.sluice.reader.internal.flow.BatchSource;
import dev.sluice.reader.internal.text.TextColumn;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Batches from an object of text. Its bytes go through a window of fixed size: records are found in it first, so that what
 * their vectors take is known before any of them is made. The window grows only for a record that is longer than it.
 */
public final class DelimitedBatchSource implements BatchSource {
    /** Parts of the share for decoding: window, places of values, and each batch, so that several batches fit beside. */
    private static final int PARTS = 8;

    /** How many of these parts the window may grow to: with half a part for places, it leaves one row more than half. */
    private static final int WINDOW_PARTS = 3;

    private static final int BATCH_PARTS = 4;
    private static final int LARGEST_WINDOW = 4 << 20;

    private final Chunks chunks;
    private final ResultMemory memory;
    private final Scheduler decode;
    private final Schema schema;
    private final S3Path path;
    private final RecordWindow window;
    private final PendingAllocation waiting = new PendingAllocation();
    private final Disposable.Composite scratch = Disposables.composite();
    private volatile boolean closed;
    private boolean prepared;

    private DelimitedBatchSource(
            Chunks chunks,
            ObjectHandle object,
            Tokenizer tokenizer,
            boolean hasHeader,
            List<TextColumn> columns,
            int batchRows,
            ResultMemory memory,
            Scheduler decode) {
        this.chunks = chunks;
        this.memory = memory;
        this.decode = decode;
        this.path = object.path();
        this.schema = new Schema(
                columns.stream().map(column -> column.column().field()).toList());
        long part = Math.max(1, memory.decode().limit() / PARTS);
        int windowBytes = (int) Math.max(1, Math.min(Math.min(part, LARGEST_WINDOW), object.size()));
        int records = (int) Math.max(
                1, Math.min(Math.min(batchRows, windowBytes), part / 2 / Records.bytesFor(columns.size(), 1)));
        TextBatch batches =
                new TextBatch(columns, memory.sizes(), memory.decode().limit() / BATCH_PARTS);
        this.window = new RecordWindow(
                tokenizer,
                columns.size(),
                records,
                windowBytes,
                hasHeader,
                batches,
                object,
                memory.decode().limit());
    }

    /**
     * Opens a CSV object with a header.
     *
     * <p>Demand: asks for the object's size on request, reads none of it. Threads: the file system's. On cancel: the request
     * is cancelled. On error: a StorageException. Ownership: the receiver closes the source.
     */
    public static Mono<BatchSource> csv(
            S3FileSystem files,
            ReadOptions options,
            S3Path path,
            List<TextColumn> columns,
            int batchRows,
            ResultMemory memory,
            Scheduler decode) {
        return open(files, options, path, new CsvTokenizer(columns.size()), true, columns, batchRows, memory, decode);
    }

    /**
     * Opens an object of lines with tabs between the values, as a SHOW or DESCRIBE leaves it.
     *
     * <p>Demand: asks for the object's size on request, reads none of it. Threads: the file system's. On cancel: the request
     * is cancelled. On error: a StorageException. Ownership: the receiver closes the source.
     */
    public static Mono<BatchSource> lines(
            S3FileSystem files,
            ReadOptions options,
            S3Path path,
            List<TextColumn> columns,
            int batchRows,
            ResultMemory memory,
            Scheduler decode) {
        return open(files, options, path, new LineTokenizer(columns.size()), false, columns, batchRows, memory, decode);
    }

    private static Mono<BatchSource> open(
            S3FileSystem files,
            ReadOptions options,
            S3Path path,
            Tokenizer tokenizer,
            boolean hasHeader,
            List<TextColumn> columns,
            int batchRows,
            ResultMemory memory,
            Scheduler decode) {
        return files.open(path)
                .map(object -> new DelimitedBatchSource(
                        new Chunks(files, object, options, memory.fetch()),
                        object,
                        tokenizer,
                        hasHeader,
                        List.copyOf(columns),
                        batchRows,
                        memory,
                        decode));
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Mono<DecodedBatch> next() {
        return Mono.defer(this::prepare)
                .then(Mono.defer(this::step)
                        .subscribeOn(decode)
                        .repeat(() -> !window.isReady() && !closed)
                        .then())
                .then(Mono.defer(this::batch))
                .doOnDiscard(DecodedBatch.class, DecodedBatch::close);
    }

    private Mono<Void> prepare() {
        if (prepared) {
            return Mono.empty();
        }
        return memory.decode()
                .acquire(window.startBytes())
                .doOnNext(granted -> {
                    hold(granted);
                    prepared = true;
                    window.start();
                })
                .then();
    }

    private void hold(Permit granted) {
        boolean unused = scratch.add(granted::close);
    }

    /** Goes on until a batch is found, the object ends, or something has to be waited for. */
    private Mono<Void> step() {
        while (true) {
            switch (scan()) {
                case READY -> {
                    return Mono.empty();
                }
                case TOO_SMALL -> {
                    return grow();
                }
                default -> {
                    return chunks.advance().publishOn(decode);
                }
            }
        }
    }

    private RecordWindow.Scan scan() {
        try {
            return window.scan(chunks.current());
        } catch (IllegalStateException e) {
            if (closed) {
                // The piece was freed under our hands: there is nobody to go on for.
                return RecordWindow.Scan.READY;
            }
            throw e;
        }
    }

    private Mono<Void> grow() {
        long limit = memory.decode().limit();
        long most = limit / PARTS * WINDOW_PARTS;
        long more = Math.min(window.size(), most - window.size());
        if (more <= 0) {
            return Mono.error(new MemoryLimitExceededException(
                    "a record of more than " + window.size() + " bytes",
                    ResultPlace.of(path.toString()).withRow(window.nextRow()),
                    window.size() + 1,
                    most,
                    null));
        }
        return memory.decode()
                .acquire(more)
                // Held before it changes threads: a cancel in between would lose it.
                .doOnNext(this::hold)
                .publishOn(decode)
                .doOnNext(granted -> window.grow(more))
                .then();
    }

    private Mono<DecodedBatch> batch() {
        if (window.isEmpty()) {
            return Mono.empty();
        }
        return memory.allocate(window.bound())
                .doOnNext(waiting::park)
                .publishOn(decode)
                .mapNotNull(granted -> decode());
    }

    private @Nullable DecodedBatch decode() {
        BatchAllocation granted = waiting.take();
        return granted == null ? null : window.takeBatch(granted);
    }

    @Override
    public void close() {
        closed = true;
        waiting.close();
        chunks.close();
        scratch.dispose();
    }
}
