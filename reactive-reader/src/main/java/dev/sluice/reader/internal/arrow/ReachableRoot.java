package dev.sluice.reader.internal.arrow;

import dev.sluice.reader.OwnedBatch;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * The vectors of a batch, as its receiver sees them. Keeps the batch reachable for as long as they are, or the leak tracker
 * could free them under a receiver that kept nothing else; closing them closes the batch.
 */
final class ReachableRoot extends VectorSchemaRoot {
    private final OwnedBatch batch;

    ReachableRoot(VectorSchemaRoot vectors, OwnedBatch batch) {
        super(vectors.getSchema(), vectors.getFieldVectors(), vectors.getRowCount());
        this.batch = batch;
    }

    @Override
    public void close() {
        batch.close();
    }
}
