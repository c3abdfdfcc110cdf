package dev.sluice.reader.internal.flow;

import dev.sluice.reader.OwnedBatch;
import dev.sluice.reader.ResultSchema;
import dev.sluice.reader.internal.arrow.DecodedBatch;
import dev.sluice.reader.internal.arrow.ResultScope;

/** Gives each batch away; {@link SweepOnCancel} stands below. */
final class GivingDoor implements BatchDoor<OwnedBatch> {
    private final ResultScope scope;
    private final ResultSchema schema;

    GivingDoor(ResultScope scope, ResultSchema schema) {
        this.scope = scope;
        this.schema = schema;
    }

    @Override
    public BatchCursor<OwnedBatch> open(DecodedBatch batch) {
        return new Given(batch);
    }

    @Override
    public void discard(DecodedBatch batch) {
        scope.discard(batch);
    }

    @Override
    public void ended() {
        scope.end();
    }

    /** The one element that a batch gives. */
    private final class Given implements BatchCursor<OwnedBatch> {
        private final DecodedBatch batch;
        private boolean given;

        Given(DecodedBatch batch) {
            this.batch = batch;
        }

        @Override
        public boolean hasNext() {
            return !given;
        }

        @Override
        public OwnedBatch next() {
            given = true;
            return scope.give(batch, schema);
        }

        @Override
        public void close() {
            if (!given) {
                given = true;
                scope.discard(batch);
            }
        }

        @Override
        public void discard(OwnedBatch element) {
            element.close();
        }
    }
}
