package dev.sluice.fs.internal.read;

import dev.sluice.fs.budget.Permit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Holds a permit for whoever may be cancelled at any moment: a permit that comes after that goes straight back. */
final class PermitCell {
    /** Stands for a permit that is wanted no more. */
    private static final Permit CLOSED = new Permit() {
        @Override
        public long bytes() {
            return 0;
        }

        @Override
        public void shrinkTo(long bytes) {
            // Nothing to give back.
        }

        @Override
        public void close() {
            // Nothing to give back.
        }
    };

    private final AtomicReference<@Nullable Permit> held = new AtomicReference<>();

    /** Takes a permit in; false, and the permit is closed, if the cell is. */
    boolean put(Permit permit) {
        if (held.compareAndSet(null, permit)) {
            return true;
        }
        permit.close();
        return false;
    }

    boolean isHeld() {
        Permit permit = held.get();
        return permit != null && permit != CLOSED;
    }

    /** Hands the permit over, if it is there; the cell is empty then. */
    @Nullable
    Permit take() {
        Permit permit = held.get();
        return permit != CLOSED && held.compareAndSet(permit, null) ? permit : null;
    }

    /** Gives back what is held and whatever may still come. */
    void close() {
        Permit permit = held.getAndSet(CLOSED);
        if (permit != null) {
            permit.close();
        }
    }
}
