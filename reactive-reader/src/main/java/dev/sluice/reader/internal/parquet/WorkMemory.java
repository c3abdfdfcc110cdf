package dev.sluice.reader.internal.parquet;

import dev.sluice.reader.internal.arrow.BatchAllocation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The native memory that a source keeps: decompressed pages, dictionaries, levels. A buffer that is given back is kept for
 * the next page, since fresh memory costs more than it seems; idle ones are freed when room is short. Taking never waits:
 * where there is no buffer that fits, {@link #wanted()} says what the caller must get from the budget and {@link #grant}.
 */
final class WorkMemory {
    /** A kept buffer serves a need if it is not more than so many times as large. */
    private static final int MAX_WASTE = 8;

    private static final long SMALL_BYTES = 64 << 10;

    private final List<Scratch> idle = new ArrayList<>();
    private final Set<Scratch> taken = new HashSet<>();
    private long held;
    private long wanted;

    /** A buffer of at least so many bytes, or null if one must be granted first. */
    @Nullable
    Scratch take(long bytes) {
        Scratch best = null;
        for (Scratch scratch : idle) {
            boolean fits = scratch.capacity() >= bytes
                    && scratch.capacity() <= Math.max(SMALL_BYTES, bytes * MAX_WASTE)
                    && (best == null || scratch.capacity() < best.capacity());
            if (fits) {
                best = scratch;
            }
        }
        if (best == null) {
            wanted = Rounding.up(bytes);
            return null;
        }
        idle.remove(best);
        taken.add(best);
        return best;
    }

    /** Bytes that the last {@link #take} lacked. */
    long wanted() {
        return wanted;
    }

    /** All bytes held, idle ones too. */
    long held() {
        return held;
    }

    /** Adds a buffer of {@link #wanted()} bytes. */
    void grant(BatchAllocation memory) {
        Scratch scratch;
        try {
            scratch = new Scratch(memory, memory.bytes());
        } catch (RuntimeException | Error e) {
            memory.close();
            throw e;
        }
        held += scratch.capacity();
        idle.add(scratch);
    }

    /** Keeps a buffer for the next who takes. */
    void give(Scratch scratch) {
        if (taken.remove(scratch)) {
            idle.add(scratch);
        }
    }

    /** Frees idle buffers. */
    void trim() {
        for (Scratch scratch : idle) {
            held -= scratch.capacity();
            scratch.close();
        }
        idle.clear();
    }

    /** Frees everything. */
    void close() {
        idle.addAll(taken);
        taken.clear();
        trim();
    }
}
