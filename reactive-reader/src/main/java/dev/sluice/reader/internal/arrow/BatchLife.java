package dev.sluice.reader.internal.arrow;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of one batch that left the decoder: one atomic state, so that a consumer that closes, a cancel that sweeps and
 * the leak tracker agree on who frees the vectors, whichever comes first. Holds the memory; the views that a consumer sees
 * hold this, never the other way round, or the leak tracker could not tell that a view is gone.
 */
final class BatchLife {
    private static final Logger log = LoggerFactory.getLogger(BatchLife.class);

    private final ResultScope scope;
    private final long number;
    private final DecodedBatch batch;
    private final long bytes;
    private final int rowCount;
    private final AtomicReference<BatchState> state = new AtomicReference<>(BatchState.EMITTED);

    BatchLife(ResultScope scope, long number, DecodedBatch batch) {
        this.scope = scope;
        this.number = number;
        this.batch = batch;
        this.bytes = batch.memory().bytes();
        this.rowCount = batch.vectors().getRowCount();
    }

    ResultScope scope() {
        return scope;
    }

    long number() {
        return number;
    }

    long bytes() {
        return bytes;
    }

    int rowCount() {
        return rowCount;
    }

    private BatchState now() {
        return Objects.requireNonNull(state.get());
    }

    boolean isClosed() {
        return now().isClosed();
    }

    /** Takes the batch out of the cancel's reach and shows its vectors. */
    VectorSchemaRoot claim() {
        BatchState now = now();
        if (now == BatchState.EMITTED && !state.compareAndSet(BatchState.EMITTED, BatchState.CLAIMED)) {
            now = now();
        }
        if (now.isClosed()) {
            throw closed(now);
        }
        return batch.vectors();
    }

    /** Throws unless the batch is open. Cheap: rows ask it for every value. */
    void requireOpen() {
        BatchState now = now();
        if (now.isClosed()) {
            throw closed(now);
        }
    }

    /** Closes the batch unless it is closed; true for the one call that did. */
    boolean close(BatchState how) {
        BatchState before = state.getAndUpdate(now -> now.isClosed() ? now : how);
        if (before.isClosed()) {
            return false;
        }
        free();
        return true;
    }

    /** Closes the batch if nobody has looked into it. */
    boolean sweep() {
        if (!state.compareAndSet(BatchState.EMITTED, BatchState.CLOSED_BY_CANCEL)) {
            return false;
        }
        free();
        return true;
    }

    /** Closes the batch, its vectors taken out by {@code mover} before. */
    List<FieldVector> detach(Function<VectorSchemaRoot, List<FieldVector>> mover) {
        BatchState before = state.getAndUpdate(now -> now.isClosed() ? now : BatchState.CLOSED_BY_DETACH);
        if (before.isClosed()) {
            throw closed(before);
        }
        try {
            return mover.apply(batch.vectors());
        } finally {
            free();
        }
    }

    private void free() {
        scope.forget(this);
        closeQuietly(batch, toString());
        scope.events().batchClosed(bytes);
    }

    /** Closes a batch; a leak that shows is a defect to report, not an error of the stream. */
    static void closeQuietly(DecodedBatch batch, String name) {
        try {
            batch.close();
        } catch (RuntimeException e) {
            log.warn("{} was not freed whole: a defect of Sluice, please report it", name, e);
        }
    }

    @Override
    public String toString() {
        return "batch " + number + " of query " + scope.queryExecutionId();
    }

    private IllegalStateException closed(BatchState by) {
        return new IllegalStateException(this + " was closed by " + by.closer());
    }
}
