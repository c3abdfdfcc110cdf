package dev.sluice.reader.internal.arrow;

import dev.sluice.reader.OwnedBatch;
import dev.sluice.reader.ResultSchema;
import dev.sluice.reader.Row;
import java.lang.ref.Cleaner;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/** A batch that was given away. Should its receiver forget it, the leak tracker finds out by this very object. */
final class GivenBatch implements OwnedBatch {
    private final BatchLife life;
    private final LentBatch view;
    private final Cleaner.Cleanable tracked;

    GivenBatch(BatchLife life, ResultSchema schema) {
        this.life = life;
        this.view = new LentBatch(life, schema);
        this.tracked = LeakTracker.track(this, life);
    }

    BatchLife life() {
        return life;
    }

    @Override
    public int rowCount() {
        return view.rowCount();
    }

    @Override
    public ResultSchema schema() {
        return view.schema();
    }

    @Override
    public VectorSchemaRoot vectors() {
        return new ReachableRoot(view.vectors(), this);
    }

    @Override
    public Row row(int index) {
        return view.rows().row(index, this);
    }

    @Override
    public OwnedBatch detach(BufferAllocator target) {
        return view.detach(target);
    }

    @Override
    public boolean isClosed() {
        return life.isClosed();
    }

    @Override
    public void close() {
        life.close(BatchState.CLOSED_BY_USER);
        tracked.clean();
    }

    @Override
    public String toString() {
        return life.toString();
    }
}
