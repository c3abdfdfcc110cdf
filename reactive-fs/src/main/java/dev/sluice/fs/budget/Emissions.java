package dev.sluice.fs.budget;

import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends grants from the thread that made room, one after the other: a receiver that closes its permit at once, and by that
 * grants the next, finds the loop running and only adds to it, so the stack stays flat however many wait. A loop for each
 * thread rather than one for each budget: a slow receiver holds up no other thread's grants.
 */
final class Emissions {
    private static final ThreadLocal<@Nullable ArrayDeque<Acquisition>> RUNNING = new ThreadLocal<>();

    private Emissions() {}

    static void emit(List<Acquisition> granted) {
        if (granted.isEmpty()) {
            return;
        }
        ArrayDeque<Acquisition> running = RUNNING.get();
        if (running != null) {
            running.addAll(granted);
            return;
        }
        ArrayDeque<Acquisition> loop = new ArrayDeque<>(granted);
        RUNNING.set(loop);
        try {
            drain(loop);
        } finally {
            RUNNING.remove();
        }
    }

    /** A receiver that throws breaks the rules, but must not cost the others their grants. */
    private static void drain(ArrayDeque<Acquisition> loop) {
        Throwable failure = null;
        for (Acquisition next = loop.poll(); next != null; next = loop.poll()) {
            try {
                next.emit();
            } catch (Throwable thrown) {
                if (failure == null) {
                    failure = thrown;
                } else {
                    failure.addSuppressed(thrown);
                }
            }
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
    }
}
