package dev.sluice.reader.internal.parquet;

import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.S3FileSystem;
import dev.sluice.fs.S3Path;
import dev.sluice.reader.MemoryLimitExceededException;
import dev.sluice.reader.ResultPlace;
import dev.sluice.reader.internal.arrow.BatchAllocation;
import dev.sluice.reader.internal.arrow.DecodedBatch;
import dev.sluice.reader.internal.arrow.ResultMemory;
import dev.sluice.reader.internal.flow.BatchSource;
import dev.sluice.reader.internal.parquet.fetch.FetchQueue;
import dev.sluice.reader.internal.parquet.footer.FooterRead;
import dev.sluice.reader.internal.parquet.footer.ParquetFile;
import dev.sluice.reader.internal.parquet.page.NativeCodecs;
import dev.sluice.reader.internal.parquet.page.PageDecompressor;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.format.CompressionCodec;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Batches of a list of Parquet files, in order. Everything that happens (demand, bytes, memory, close) is a signal; signals are
 * taken in by one drain at a time on the decode scheduler, which owns all state but the flags.
 */
public final class ParquetBatchSource implements BatchSource {
    private static final int INDEX_BLOCK = 1024;

    private final Schema schema;
    private final ResultMemory memory;
    private final Scheduler scheduler;
    private final FetchQueue queue;
    private final FileSequence sequence;
    private final BatchSizing sizing;
    private final WorkMemory work = new WorkMemory();
    private final PageDecompressor decompressor = new PageDecompressor();
    private final int[] block = new int[INDEX_BLOCK];
    private final AtomicInteger signals = new AtomicInteger();

    private volatile boolean closed;
    private volatile @Nullable BatchDemand demand;
    private boolean freed;
    private boolean ended;
    private @Nullable RowGroupReader reader;
    private @Nullable Grant pageGrant;
    private @Nullable Grant batchGrant;

    private ParquetBatchSource(
            S3FileSystem files,
            ReadOptions options,
            List<S3Path> paths,
            ParquetFile first,
            ParquetOptions parquet,
            ResultMemory memory,
            Scheduler scheduler) {
        this.schema = first.schema().arrow();
        this.memory = memory;
        this.scheduler = scheduler;
        this.sizing = new BatchSizing(parquet.batchRows(), memory);
        this.queue = new FetchQueue(files, options, memory.fetch(), this::signal);
        this.sequence = new FileSequence(files, paths, parquet.timestampUnit(), first, queue, this::signal);
    }

    /**
     * Reads the first file's footer, which gives the schema.
     *
     * <p>Demand: reads on request. Threads: emits on the file system's thread; parsing a footer is short. On cancel: the
     * request is cancelled. On error: a SluiceException or StorageException. Ownership: the receiver closes the source.
     *
     * @param paths at least one file, all of one schema
     */
    public static Mono<ParquetBatchSource> open(
            S3FileSystem files,
            ReadOptions options,
            List<S3Path> paths,
            ParquetOptions parquet,
            ResultMemory memory,
            Scheduler scheduler) {
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("no file to read a schema from");
        }
        List<S3Path> order = List.copyOf(paths);
        int tail = FileSequence.tailBytes(memory.fetch().limit());
        return footer(files, order.get(0), tail, parquet, memory)
                .flatMap(read -> read.file() != null
                        ? Mono.just(read)
                        : footer(files, order.get(0), read.needed(), parquet, memory))
                .<ParquetFile>handle((read, sink) -> {
                    ParquetFile file = read.file();
                    if (file == null) {
                        sink.error(new IllegalStateException("the footer grew while it was read"));
                    } else {
                        sink.next(file);
                    }
                })
                .flatMap(ParquetBatchSource::withCodecs)
                .map(first -> new ParquetBatchSource(files, options, order, first, parquet, memory, scheduler));
    }

    /** The first file with its codecs' libraries loaded; a later file in another codec loads them on the decode thread. */
    private static Mono<ParquetFile> withCodecs(ParquetFile first) {
        Set<CompressionCodec> codecs = first.codecs();
        if (NativeCodecs.loaded(codecs)) {
            return Mono.just(first);
        }
        return Mono.fromCallable(() -> {
                    NativeCodecs.load(codecs);
                    return first;
                })
                .subscribeOn(Schedulers.boundedElastic());
    }

    private static Mono<FooterRead> footer(
            S3FileSystem files, S3Path path, int bytes, ParquetOptions parquet, ResultMemory memory) {
        ResultPlace place = ResultPlace.of(path.toString());
        long limit = memory.fetch().limit();
        if (bytes > limit) {
            return Mono.error(new MemoryLimitExceededException("a footer", place, bytes, limit, null));
        }
        return files.readTail(path, bytes, memory.fetch()).map(tail -> {
            try (FetchedRange range = tail) {
                return Failures.at(() -> place, () -> FooterRead.of(range, parquet.timestampUnit()));
            }
        });
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Mono<DecodedBatch> next() {
        return new Mono<>() {
            @Override
            public void subscribe(CoreSubscriber<? super DecodedBatch> actual) {
                actual.onSubscribe(new BatchDemand(actual, ParquetBatchSource.this));
            }
        };
    }

    @Override
    public void close() {
        closed = true;
        signal();
    }

    void begin(BatchDemand next) {
        demand = next;
        signal();
    }

    private void signal() {
        if (signals.getAndIncrement() == 0) {
            try {
                scheduler.schedule(this::drain);
            } catch (RejectedExecutionException e) {
                // The scheduler is gone, so nothing will be decoded; what is held must be freed all the same.
                closed = true;
                drain();
            }
        }
    }

    private void drain() {
        int missed = signals.get();
        while (missed != 0) {
            try {
                step();
            } catch (BatchAssembler.CancelledBatch e) {
                closed = true;
            } catch (RuntimeException | Error e) {
                fail(e);
            }
            if (closed) {
                free();
                leave();
            }
            missed = signals.addAndGet(-missed);
        }
    }

    /** Ends a wait that nothing will end any more. */
    private void leave() {
        BatchDemand waiting = demand;
        demand = null;
        if (waiting != null && ended) {
            waiting.complete();
        } else if (waiting != null) {
            waiting.fail(new CancellationException("the source was closed"));
        }
    }

    private void fail(Throwable error) {
        closed = true;
        // Memory first: whoever gets the error may look at the budget.
        free();
        BatchDemand waiting = demand;
        demand = null;
        if (waiting != null) {
            waiting.fail(error);
        }
    }

    private void step() {
        if (closed) {
            return;
        }
        queue.receive();
        if (demand == null && reader == null) {
            return;
        }
        sequence.pump();
        while (demand != null && !closed && advance()) {
            sequence.pump();
        }
    }

    /** Goes one step towards the next batch; false if that must wait for a signal. */
    private boolean advance() {
        RowGroupReader current = reader;
        if (current == null) {
            return open();
        }
        if (current.finished()) {
            current.close();
            reader = null;
            sequence.done();
            return true;
        }
        if (batchGrant != null) {
            BatchAllocation allocation = batchGrant.take();
            if (allocation == null) {
                return false;
            }
            batchGrant = null;
            deliver(current, allocation);
            return true;
        }
        if (pageGrant != null) {
            BatchAllocation allocation = pageGrant.take();
            if (allocation == null) {
                return false;
            }
            pageGrant = null;
            work.grant(allocation);
        }
        return switch (current.prepare()) {
            case NEEDS_BYTES -> false;
            case NEEDS_MEMORY -> {
                pageGrant = ask(work.wanted());
                yield true;
            }
            case READY -> {
                batchGrant = ask(current.bound());
                yield true;
            }
        };
    }

    private Grant ask(long bytes) {
        Grant grant = new Grant(this::signal);
        memory.allocate(bytes).subscribe(grant);
        return grant;
    }

    private boolean open() {
        FileSequence.Item item = sequence.next();
        if (item != null) {
            reader = new RowGroupReader(
                    item.file(), item.group(), item.fetch(), work, decompressor, block, sizing, this::cancelled);
            return true;
        }
        if (sequence.exhausted()) {
            ended = true;
            closed = true;
        }
        return false;
    }

    private boolean cancelled() {
        return closed;
    }

    private void deliver(RowGroupReader current, BatchAllocation allocation) {
        VectorSchemaRoot vectors;
        try {
            vectors = current.decode(allocation.allocator());
        } catch (RuntimeException | Error e) {
            allocation.close();
            throw e;
        }
        allocation.settle();
        sizing.measured(current.planned(), allocation.bytes());
        BatchDemand waiting = demand;
        demand = null;
        DecodedBatch batch = new DecodedBatch(vectors, allocation, current.finished() && sequence.exhausted());
        if (waiting == null) {
            batch.close();
        } else {
            waiting.deliver(batch);
        }
    }

    private void free() {
        if (freed) {
            return;
        }
        freed = true;
        if (pageGrant != null) {
            pageGrant.cancelAndDiscard();
        }
        if (batchGrant != null) {
            batchGrant.cancelAndDiscard();
        }
        if (reader != null) {
            reader.close();
        }
        sequence.close();
        queue.close();
        work.close();
        decompressor.close();
    }
}
