package dev.sluice.reader.internal.parquet;

import dev.sluice.reader.internal.parquet.decode.BinaryValues;
import dev.sluice.reader.internal.parquet.decode.BitValues;
import dev.sluice.reader.internal.parquet.decode.Bits;
import dev.sluice.reader.internal.parquet.decode.FixedValues;
import dev.sluice.reader.internal.parquet.decode.Levels;
import dev.sluice.reader.internal.parquet.decode.RleCursor;
import dev.sluice.reader.internal.parquet.decode.Spread;
import dev.sluice.reader.internal.parquet.schema.Conversion;
import dev.sluice.reader.internal.parquet.schema.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** One column chunk: its loaded pages, and the next batch's part of them. */
final class ColumnReader {
    /** Entries of one page that belong to a batch. */
    record Segment(LoadedPage page, int from, int entries, int slots, int values) {}

    private final Node.Leaf leaf;
    private final PageLoader loader;
    private final ArrayDeque<LoadedPage> pages = new ArrayDeque<>();
    private final RleCursor ahead = new RleCursor();
    private long rowStarts;
    private List<Segment> segments = List.of();
    private long measured = -1;

    ColumnReader(Node.Leaf leaf, PageLoader loader) {
        this.leaf = leaf;
        this.loader = loader;
    }

    Node.Leaf leaf() {
        return leaf;
    }

    PageLoader loader() {
        return loader;
    }

    /** Loads one more page. */
    PageLoader.Outcome load() {
        PageLoader.Outcome outcome = loader.load();
        if (outcome == PageLoader.Outcome.LOADED) {
            add(loader.takePage());
        }
        return outcome;
    }

    private void add(LoadedPage page) {
        if (leaf.repetition() == 0) {
            rowStarts += page.entries;
        } else if (page.entries > 0) {
            boolean startsRow = Levels.at(page.repetition, 0) == 0;
            boolean mustStart = pages.isEmpty() || pages.getLast().endsRow;
            if (!startsRow && mustStart) {
                throw new CorruptDataException("a page starts inside a row that has not begun");
            }
            rowStarts += Levels.zeros(page.repetition, 0, page.entries);
        }
        pages.add(page);
    }

    /** Rows that are loaded from first to last entry. */
    long rows() {
        if (leaf.repetition() == 0 || rowStarts == 0) {
            return rowStarts;
        }
        boolean lastRowEnds = loader.atEnd() || pages.getLast().endsRow;
        return lastRowEnds ? rowStarts : rowStarts - 1;
    }

    /** Finds the entries of the next rows. */
    void plan(int rows) {
        List<Segment> planned = new ArrayList<>();
        int left = rows;
        for (LoadedPage page : pages) {
            int from = page.consumed;
            int entries;
            if (leaf.repetition() == 0) {
                entries = Math.min(left, page.left());
                left -= entries;
            } else {
                // Up to the start of the row behind the last; rows that end a page leave that to the next page.
                entries = Levels.entriesBefore(page.repetition, from, page.entries, left);
                left -= Levels.zeros(page.repetition, from, entries);
            }
            if (entries > 0) {
                planned.add(segment(page, from, entries));
            }
            if (entries < page.left()) {
                break;
            }
        }
        segments = planned;
        measured = -1;
    }

    private Segment segment(LoadedPage page, int from, int entries) {
        if (page.definition != 0) {
            int slots = Levels.atLeast(page.definition, from, entries, leaf.slotDefinition());
            int values = Levels.atLeast(page.definition, from, entries, leaf.definition());
            return new Segment(page, from, entries, slots, values);
        }
        int values = entries;
        if (page.validity != null && leaf.type().conversion().isVariableWidth()) {
            ahead.reset(page.validity);
            values = ahead.countBits(entries);
        }
        return new Segment(page, from, entries, entries, values);
    }

    /** The planned entries; valid until {@link #advance}. */
    List<Segment> segments() {
        return segments;
    }

    /** Slots of the planned entries. */
    long slots() {
        long slots = 0;
        for (Segment segment : segments) {
            slots += segment.slots;
        }
        return slots;
    }

    /** Bytes of the planned values in a vector with offsets; measured once a plan. */
    long dataBytes() {
        if (measured < 0) {
            measured = measure();
        }
        return measured;
    }

    private long measure() {
        long bytes = 0;
        for (Segment segment : segments) {
            bytes += ((BinaryValues) segment.page.values).measure(segment.values);
        }
        return bytes;
    }

    /**
     * Decodes the planned entries.
     *
     * @return how many slots are NULL
     */
    int decode(LeafBuffers out) {
        int slot = 0;
        int nulls = 0;
        for (Segment segment : segments) {
            int values = validity(segment, out, slot);
            values(segment, out, slot, values);
            slot += segment.slots;
            nulls += segment.slots - values;
        }
        return nulls;
    }

    private int validity(Segment segment, LeafBuffers out, int slot) {
        LoadedPage page = segment.page;
        if (page.definition != 0) {
            Levels.validity(
                    page.definition + segment.from,
                    segment.entries,
                    leaf.slotDefinition(),
                    leaf.definition(),
                    out.validity(),
                    slot);
            return segment.values;
        }
        if (page.validity != null) {
            return page.validity.readBits(out.validity(), slot, segment.entries);
        }
        Bits.set(out.validity(), slot, segment.slots);
        return segment.slots;
    }

    private void values(Segment segment, LeafBuffers out, int slot, int values) {
        Object source = segment.page.values;
        if (leaf.type().conversion() == Conversion.BOOLEAN) {
            ((BitValues) source).read(out.data(), slot, values);
            Spread.bits(out.data(), slot, out.validity(), slot, segment.slots, values);
        } else if (leaf.type().conversion().isVariableWidth()) {
            long offsets = out.offsets() + 4L * slot;
            ((BinaryValues) source).read(offsets, values, out.data(), out.dataCapacity());
            Spread.offsets(offsets, out.validity(), slot, segment.slots, values);
        } else {
            int width = leaf.type().width();
            long data = out.data() + (long) slot * width;
            ((FixedValues) source).read(data, values);
            Spread.fixed(data, width, out.validity(), slot, segment.slots, values);
        }
    }

    /** Leaves the planned entries behind. */
    void advance(WorkMemory work) {
        for (Segment segment : segments) {
            segment.page.consumed += segment.entries;
            rowStarts -= leaf.repetition() == 0
                    ? segment.entries
                    : Levels.zeros(segment.page.repetition, segment.from, segment.entries);
        }
        segments = List.of();
        while (!pages.isEmpty() && pages.getFirst().left() == 0) {
            pages.removeFirst().release(work);
        }
    }

    /** The page that decoding stands in, for messages. */
    int pageOrdinal() {
        return pages.isEmpty() ? loader.ordinal() : pages.getFirst().ordinal;
    }

    /** Gives all memory back. */
    void close(WorkMemory work) {
        segments = List.of();
        for (LoadedPage page : pages) {
            page.release(work);
        }
        pages.clear();
        loader.close();
    }
}
