package dev.sluice.reader.internal.flow;

import dev.sluice.reader.ResultSchema;
import dev.sluice.reader.internal.arrow.DecodedBatch;
import dev.sluice.reader.internal.arrow.LentBatch;
import dev.sluice.reader.internal.arrow.ResultScope;
import java.util.function.Function;

/**
 * Lends each batch to a cursor, which closes it.
 *
 * @param <R> what a subscriber gets
 */
final class LendingDoor<R> implements BatchDoor<R> {
    private final ResultScope scope;
    private final ResultSchema schema;
    private final Function<LentBatch, BatchCursor<R>> cursors;

    LendingDoor(ResultScope scope, ResultSchema schema, Function<LentBatch, BatchCursor<R>> cursors) {
        this.scope = scope;
        this.schema = schema;
        this.cursors = cursors;
    }

    @Override
    public BatchCursor<R> open(DecodedBatch batch) {
        return cursors.apply(scope.lend(batch, schema));
    }

    @Override
    public void discard(DecodedBatch batch) {
        scope.discard(batch);
    }

    @Override
    public void ended() {
        scope.end();
    }
}
