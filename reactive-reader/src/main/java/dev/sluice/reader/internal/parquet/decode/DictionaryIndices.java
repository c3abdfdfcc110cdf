package dev.sluice.reader.internal.parquet.decode;

import static org.apache.arrow.memory.util.MemoryUtil.getByte;

import dev.sluice.reader.internal.parquet.CorruptDataException;

/** The indices of one page, decoded in blocks that stay in the cache, each block checked against the dictionary. */
final class DictionaryIndices {
    /** Indices decoded at once. */
    static final int BLOCK = 1024;

    private final RleCursor cursor = new RleCursor();
    private final int entries;
    private final int[] block;

    DictionaryIndices(Dictionary dictionary, long address, long length, int[] block) {
        this.entries = dictionary.size();
        this.block = block;
        if (length < 1) {
            // A page of nothing but NULLs may leave out even the width; any index read from it runs over the end.
            cursor.reset(address, 0, 1);
        } else {
            cursor.reset(address + 1, length - 1, getByte(address) & 0xff);
        }
    }

    private DictionaryIndices(DictionaryIndices other) {
        this.entries = other.entries;
        this.block = other.block;
        cursor.reset(other.cursor);
    }

    /** The same indices from the same place, moving on its own. */
    DictionaryIndices fork() {
        return new DictionaryIndices(this);
    }

    /** Decodes the next indices, at most {@link #BLOCK}. */
    int[] next(int count) {
        cursor.read(block, count);
        check(count);
        return block;
    }

    private void check(int count) {
        // Negative where an index is, taken as unsigned, too high: one test for the whole block.
        int bad = 0;
        for (int i = 0; i < count; i++) {
            bad |= entries - 1 - block[i] | block[i];
        }
        if (bad < 0) {
            throw new CorruptDataException("an index outside the dictionary of " + entries + " entries");
        }
    }
}
