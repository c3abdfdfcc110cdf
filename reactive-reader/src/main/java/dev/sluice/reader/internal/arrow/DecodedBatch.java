package dev.sluice.reader.internal.arrow;

import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Vectors and the memory they stand in, from a path's decoder to the flow that delivers them.
 *
 * @param vectors whole, with their row count set; a batch has at least one row
 * @param memory settled
 */
public record DecodedBatch(VectorSchemaRoot vectors, BatchAllocation memory) implements AutoCloseable {
    @Override
    public void close() {
        try {
            vectors.close();
        } finally {
            memory.close();
        }
    }
}
