package dev.sluice.reader;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * A run of rows as Arrow vectors. Off the heap and counted by the memory limit until it is closed; who closes it is said where
 * it is handed out. Not for use by several threads at once.
 *
 * @since 0.1
 */
public interface RecordBatch {
    /**
     * How many rows it has.
     *
     * @return at least 1
     */
    int rowCount();

    /**
     * The columns, the same for every batch of a result.
     *
     * @return the schema
     */
    ResultSchema schema();

    /**
     * The vectors themselves, for as long as the batch is open. They must not be closed, changed or kept.
     *
     * @return Arrow's own view
     * @throws IllegalStateException if the batch was closed; the message says by what
     */
    VectorSchemaRoot vectors();

    /**
     * One row of the batch, for as long as the batch is open.
     *
     * @param index from 0
     * @return a view, not a copy
     * @throws IndexOutOfBoundsException if there is no such row
     * @throws IllegalStateException if the batch was closed
     */
    Row row(int index);

    /**
     * Takes the vectors out of the reader's hands: they move to the caller's allocator, by a change of owner where both
     * allocators have the same root and by a copy where not, and this batch is closed. What was detached no longer counts
     * against the memory limit, and outlives the subscription.
     *
     * @param target what holds the vectors from here on
     * @return the same rows, for the caller to close
     * @throws IllegalStateException if the batch was closed
     * @throws org.apache.arrow.memory.OutOfMemoryException if a copy does not fit into {@code target}
     */
    OwnedBatch detach(BufferAllocator target);
}
