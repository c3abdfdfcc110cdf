package dev.sluice.reader.internal.flow;

import dev.sluice.reader.internal.arrow.CloseCause;
import dev.sluice.reader.internal.arrow.LentBatch;

/** The batch itself, for the operator below, which closes it. */
final class WholeCursor implements BatchCursor<LentBatch> {
    private final LentBatch batch;
    private boolean passed;

    WholeCursor(LentBatch batch) {
        this.batch = batch;
    }

    @Override
    public boolean hasNext() {
        return !passed;
    }

    @Override
    public LentBatch next() {
        passed = true;
        return batch;
    }

    @Override
    public void close() {
        if (!passed) {
            passed = true;
            batch.close(CloseCause.CANCEL);
        }
    }

    @Override
    public void discard(LentBatch element) {
        element.close(CloseCause.CANCEL);
    }
}
