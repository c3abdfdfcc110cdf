package dev.sluice.reader.internal.parquet.decode;

import static org.apache.arrow.memory.util.MemoryUtil.getInt;
import static org.apache.arrow.memory.util.MemoryUtil.getLong;
import static org.apache.arrow.memory.util.MemoryUtil.putInt;
import static org.apache.arrow.memory.util.MemoryUtil.putLong;

/** Values of any length by their index in a dictionary. */
public final class DictionaryBinary implements BinaryValues {
    private final Dictionary dictionary;
    private final DictionaryIndices indices;

    /**
     * A page's indices.
     *
     * @param block shared scratch for one block of indices
     */
    public DictionaryBinary(Dictionary dictionary, long address, long length, int[] block) {
        this.dictionary = dictionary;
        this.indices = new DictionaryIndices(dictionary, address, length, block);
    }

    @Override
    public long measure(int count) {
        DictionaryIndices ahead = indices.fork();
        long table = dictionary.table();
        long bytes = 0;
        for (int left = count; left > 0; ) {
            int step = Math.min(left, DictionaryIndices.BLOCK);
            bytes += sum(ahead.next(step), step, table);
            left -= step;
        }
        return bytes;
    }

    private static long sum(int[] block, int count, long table) {
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            bytes += getInt(table + 8L * block[i]);
        }
        return bytes;
    }

    @Override
    public void read(long offsets, int count, long data, long capacity) {
        long to = offsets;
        for (int left = count; left > 0; ) {
            int step = Math.min(left, DictionaryIndices.BLOCK);
            copy(indices.next(step), step, dictionary.table(), dictionary.base(), to, data, capacity);
            to += 4L * step;
            left -= step;
        }
    }

    private static void copy(int[] block, int count, long table, long base, long offsets, long data, long capacity) {
        int offset = getInt(offsets);
        long shortEnd = capacity - 16;
        for (int i = 0; i < count; i++) {
            long entry = getLong(table + 8L * block[i]);
            int length = (int) entry;
            long source = base + (entry >>> 32);
            if (length <= 16 && offset <= shortEnd) {
                putLong(data + offset, getLong(source));
                putLong(data + offset + 8, getLong(source + 8));
            } else {
                Copy.value(source, length, data, offset, capacity);
            }
            offset += length;
            putInt(offsets + 4L * (i + 1), offset);
        }
    }
}
