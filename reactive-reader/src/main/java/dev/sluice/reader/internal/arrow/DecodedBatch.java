package dev.sluice.reader.internal.arrow;

import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Vectors and the memory they stand in, from a path's decoder to the flow that delivers them.
 *
 * @param vectors whole, with their row count set; a batch has at least one row
 * @param memory settled
 * @param last whether it is known, without another read, that nothing follows: the stream can end with this batch's last
 *     row, though nobody asks for more
 */
public record DecodedBatch(VectorSchemaRoot vectors, BatchAllocation memory, boolean last) implements AutoCloseable {
    @Override
    public void close() {
        try {
            vectors.close();
        } finally {
            memory.close();
        }
    }
}
