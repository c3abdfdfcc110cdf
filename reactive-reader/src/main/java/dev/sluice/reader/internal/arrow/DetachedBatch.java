package dev.sluice.reader.internal.arrow;

import dev.sluice.reader.OwnedBatch;
import dev.sluice.reader.ResultSchema;
import dev.sluice.reader.Row;
import dev.sluice.reader.internal.row.BatchRows;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** A batch that has left the reader: its vectors stand in the receiver's own allocator, outside of the memory limit. */
final class DetachedBatch implements OwnedBatch {
    private final ResultSchema schema;
    private final VectorSchemaRoot vectors;
    private final BatchRows rows;
    private final AtomicBoolean closed = new AtomicBoolean();

    private DetachedBatch(ResultSchema schema, VectorSchemaRoot vectors) {
        this.schema = schema;
        this.vectors = vectors;
        this.rows = new BatchRows(schema, vectors, this::requireOpen);
    }

    static OwnedBatch from(BatchLife life, ResultSchema schema, BufferAllocator target) {
        List<FieldVector> moved = life.detach(vectors -> VectorTransfer.move(vectors, target));
        return new DetachedBatch(schema, new VectorSchemaRoot(schema.arrow(), moved, life.rowCount()));
    }

    @Override
    public int rowCount() {
        requireOpen();
        return vectors.getRowCount();
    }

    @Override
    public ResultSchema schema() {
        return schema;
    }

    @Override
    public VectorSchemaRoot vectors() {
        requireOpen();
        return vectors;
    }

    @Override
    public Row row(int index) {
        requireOpen();
        return rows.row(index);
    }

    @Override
    public OwnedBatch detach(BufferAllocator target) {
        if (!closed.compareAndSet(false, true)) {
            throw wasClosed();
        }
        List<FieldVector> moved;
        try {
            moved = VectorTransfer.move(vectors, target);
        } finally {
            vectors.close();
        }
        return new DetachedBatch(schema, new VectorSchemaRoot(schema.arrow(), moved, vectors.getRowCount()));
    }

    @Override
    public boolean isClosed() {
        return closed.get();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            vectors.close();
        }
    }

    private void requireOpen() {
        if (closed.get()) {
            throw wasClosed();
        }
    }

    private static IllegalStateException wasClosed() {
        return new IllegalStateException("the detached batch was closed, or detached again");
    }
}
