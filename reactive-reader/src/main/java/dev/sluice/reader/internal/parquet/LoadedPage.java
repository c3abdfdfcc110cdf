package dev.sluice.reader.internal.parquet;

import dev.sluice.reader.internal.parquet.decode.RleCursor;
import org.jspecify.annotations.Nullable;

/** A data page in native memory, read from front to back. */
final class LoadedPage {
    /** Its place in the chunk, dictionary not counted. */
    final int ordinal;

    /** Entries of its levels, NULLs included. */
    final int entries;

    /** FixedValues, BitValues or BinaryValues, as the column's conversion wants. */
    final Object values;

    /** Where validity is read from, in a flat column with NULLs. */
    final @Nullable RleCursor validity;

    /** Address of the repetition levels, one byte each; 0 if all are 0. */
    final long repetition;

    /** Address of the definition levels, one byte each; 0 where they are not kept. */
    final long definition;

    /** Whether the page's last row ends with it, whatever follows. */
    final boolean endsRow;

    private final Scratch scratch;
    private final @Nullable Scratch expanded;

    /** Entries that earlier batches took. */
    int consumed;

    LoadedPage(
            int ordinal,
            int entries,
            Object values,
            @Nullable RleCursor validity,
            long repetition,
            long definition,
            boolean endsRow,
            Scratch scratch,
            @Nullable Scratch expanded) {
        this.ordinal = ordinal;
        this.entries = entries;
        this.values = values;
        this.validity = validity;
        this.repetition = repetition;
        this.definition = definition;
        this.endsRow = endsRow;
        this.scratch = scratch;
        this.expanded = expanded;
    }

    int left() {
        return entries - consumed;
    }

    void release(WorkMemory work) {
        work.give(scratch);
        if (expanded != null) {
            work.give(expanded);
        }
    }
}
