package dev.sluice.reader.internal.flow;

import dev.sluice.reader.internal.arrow.DecodedBatch;

/**
 * The way batches leave: lent to a callback, row by row, or given away.
 *
 * @param <R> what a subscriber gets
 */
interface BatchDoor<R> {
    /** Takes a batch over; it is freed through the cursor from here on. */
    BatchCursor<R> open(DecodedBatch batch);

    /** Frees a batch that arrived for nobody. */
    void discard(DecodedBatch batch);

    /** The stream is over and its source closed; called once. */
    void ended();
}
