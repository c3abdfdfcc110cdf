package dev.sluice.reader.internal.flow;

import dev.sluice.reader.internal.arrow.DecodedBatch;
import org.apache.arrow.vector.types.pojo.Schema;
import reactor.core.publisher.Mono;

/**
 * One path's way to batches, pulled one at a time. A source serves one subscription and is made for it; no byte of the
 * result moves before the first {@link #next()}.
 */
public interface BatchSource {
    /** The schema of every batch. */
    Schema schema();

    /**
     * The next batch; empty at the end. Subscribed to once, and never while the one before it is still open.
     *
     * <p>Demand: reads for one batch, and ahead as far as the budget allows. Threads: decodes and emits on the decode
     * scheduler. On cancel: no element; whatever is half built is freed. On error: a SluiceException or StorageException.
     * Ownership: the receiver closes the batch.
     */
    Mono<DecodedBatch> next();

    /**
     * Frees everything the source holds besides batches it gave out: requests in flight, permits, scratch. Idempotent; any
     * thread, also while {@link #next()} runs, and after the end.
     */
    void close();
}
