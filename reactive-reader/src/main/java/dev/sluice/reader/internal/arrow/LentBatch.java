package dev.sluice.reader.internal.arrow;

import dev.sluice.reader.OwnedBatch;
import dev.sluice.reader.RecordBatch;
import dev.sluice.reader.ResultSchema;
import dev.sluice.reader.Row;
import dev.sluice.reader.internal.row.BatchRows;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** A batch that is lent: whoever lent it closes it, whatever the borrower does. */
public final class LentBatch implements RecordBatch {
    private final BatchLife life;
    private final ResultSchema schema;
    private @Nullable BatchRows rows;

    LentBatch(BatchLife life, ResultSchema schema) {
        this.life = life;
        this.schema = schema;
    }

    @Override
    public int rowCount() {
        life.claim();
        return life.rowCount();
    }

    @Override
    public ResultSchema schema() {
        return schema;
    }

    @Override
    public VectorSchemaRoot vectors() {
        return life.claim();
    }

    @Override
    public Row row(int index) {
        return rows().row(index);
    }

    /** Its rows. */
    public BatchRows rows() {
        VectorSchemaRoot vectors = life.claim();
        BatchRows known = rows;
        if (known == null) {
            known = new BatchRows(schema, vectors, life::requireOpen);
            rows = known;
        }
        return known;
    }

    @Override
    public OwnedBatch detach(BufferAllocator target) {
        return DetachedBatch.from(life, schema, target);
    }

    /** Closes the batch; only the first call does. */
    public void close(CloseCause cause) {
        life.close(cause.state());
    }
}
