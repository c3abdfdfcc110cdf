package dev.sluice.reader.internal.flow;

import dev.sluice.reader.RecordBatch;
import dev.sluice.reader.internal.arrow.CloseCause;
import dev.sluice.reader.internal.arrow.LentBatch;
import java.util.function.Function;

/** One element from a whole batch, which is closed before the element leaves. */
final class SingleCursor<R> implements BatchCursor<R> {
    private final LentBatch batch;
    private final Function<? super RecordBatch, ? extends R> mapper;
    private boolean used;

    SingleCursor(LentBatch batch, Function<? super RecordBatch, ? extends R> mapper) {
        this.batch = batch;
        this.mapper = mapper;
    }

    @Override
    public boolean hasNext() {
        return !used;
    }

    @Override
    public R next() {
        used = true;
        R made;
        try {
            made = mapper.apply(batch);
        } finally {
            batch.close(CloseCause.CALLBACK);
        }
        if (made == null) {
            throw new NullPointerException("the function given to map returned null");
        }
        if (made == batch) {
            throw new IllegalStateException(
                    "the function given to map returned its batch, which is closed; use ownedBatches(), or detach");
        }
        return made;
    }

    @Override
    public void close() {
        used = true;
        batch.close(CloseCause.CANCEL);
    }
}
