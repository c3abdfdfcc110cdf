package dev.sluice.reader.internal.flow;

import dev.sluice.reader.Row;
import dev.sluice.reader.RowMapper;
import dev.sluice.reader.internal.arrow.CloseCause;
import dev.sluice.reader.internal.arrow.LentBatch;
import dev.sluice.reader.internal.row.BatchRows;

/** An element from each row. The batch is closed once its last row is mapped, before that element leaves. */
final class RowCursor<R> implements BatchCursor<R> {
    private final LentBatch batch;
    private final BatchRows rows;
    private final RowMapper<? extends R> mapper;
    private final int count;
    private int index;

    RowCursor(LentBatch batch, RowMapper<? extends R> mapper) {
        this.batch = batch;
        this.mapper = mapper;
        this.count = batch.rowCount();
        this.rows = batch.rows();
    }

    @Override
    public boolean hasNext() {
        return index < count;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the very row, whatever equals it
    public R next() {
        Row row = rows.row(index++);
        R made;
        try {
            made = mapper.map(row);
        } finally {
            if (index == count) {
                batch.close(CloseCause.CALLBACK);
            }
        }
        if (made == null) {
            throw new NullPointerException("the row mapper returned null");
        }
        if (made == row) {
            throw new IllegalStateException("the row mapper returned the row itself, which is valid only within map");
        }
        return made;
    }

    @Override
    public void close() {
        index = count;
        batch.close(CloseCause.CANCEL);
    }
}
