package dev.sluice.reader.internal.flow;

import dev.sluice.reader.OwnedBatch;
import dev.sluice.reader.RecordBatch;
import dev.sluice.reader.ResultSchema;
import dev.sluice.reader.RowMapper;
import dev.sluice.reader.internal.arrow.LentBatch;
import dev.sluice.reader.internal.arrow.ResultScope;
import java.time.Duration;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/**
 * The doors through which one subscription's batches leave. The Flux that a door gives is for one subscriber; it closes the
 * source and ends the scope, once, however it ends.
 *
 * <p>For each of them, Demand: nothing before the first request; a batch is pulled when an element is asked for and none is
 * at hand. Threads: where the source emits, or where more is requested. On cancel: the pull is cancelled, the source closed,
 * every batch that nobody has in hand freed. On error: the source's error, or the callback's own as it is.
 */
public final class Delivery {
    private final BatchSource source;
    private final ResultScope scope;
    private final ResultSchema schema;
    private final StallWatch stall;

    /**
     * Doors to a source.
     *
     * @param source made for this subscription
     * @param scope of this subscription
     * @param schema of the result
     * @param stallTimeout how long a pull may wait for memory while nothing moves
     * @param timer what the timeout is measured by, and on whose thread it is signalled
     */
    public Delivery(
            BatchSource source, ResultScope scope, ResultSchema schema, Duration stallTimeout, Scheduler timer) {
        this(source, scope, schema, new MemoryStallWatch(scope, stallTimeout, timer));
    }

    Delivery(BatchSource source, ResultScope scope, ResultSchema schema, StallWatch stall) {
        this.source = source;
        this.scope = scope;
        this.schema = schema;
        this.stall = stall;
    }

    /** One element for each batch, which is closed when the mapper returns. Ownership: stays here. */
    public <T> Flux<T> map(Function<? super RecordBatch, ? extends T> mapper) {
        return lend(batch -> new SingleCursor<T>(batch, mapper));
    }

    /** One element for each row; a batch is closed with its last row. Ownership: stays here. */
    public <T> Flux<T> rows(RowMapper<? extends T> mapper) {
        return lend(batch -> new RowCursor<T>(batch, mapper));
    }

    /**
     * The elements of one publisher for each batch, in order. The batch is closed when its publisher ends, or when its
     * cancel returns; the publisher must not touch it after that. Ownership: stays here.
     */
    public <T> Flux<T> flatMap(Function<? super RecordBatch, ? extends Publisher<? extends T>> function) {
        return new ConcatFlux<T>(lend(WholeCursor::new), function);
    }

    /** The batches themselves. Ownership: the receiver closes each one. */
    public Flux<OwnedBatch> ownedBatches() {
        return new BatchFlux<>(source, new GivingDoor(scope, schema), stall);
    }

    private <R> Flux<R> lend(Function<LentBatch, BatchCursor<R>> cursors) {
        return new BatchFlux<>(source, new LendingDoor<>(scope, schema, cursors), stall);
    }
}
