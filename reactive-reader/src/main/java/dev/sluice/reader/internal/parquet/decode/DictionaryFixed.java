package dev.sluice.reader.internal.parquet.decode;

import static org.apache.arrow.memory.util.MemoryUtil.getByte;
import static org.apache.arrow.memory.util.MemoryUtil.getInt;
import static org.apache.arrow.memory.util.MemoryUtil.getLong;
import static org.apache.arrow.memory.util.MemoryUtil.getShort;
import static org.apache.arrow.memory.util.MemoryUtil.putByte;
import static org.apache.arrow.memory.util.MemoryUtil.putInt;
import static org.apache.arrow.memory.util.MemoryUtil.putLong;
import static org.apache.arrow.memory.util.MemoryUtil.putShort;

/** Values of one width by their index in a dictionary. */
public final class DictionaryFixed implements FixedValues {
    private final Dictionary dictionary;
    private final DictionaryIndices indices;

    /**
     * A page's indices.
     *
     * @param block shared scratch for one block of indices
     */
    public DictionaryFixed(Dictionary dictionary, long address, long length, int[] block) {
        this.dictionary = dictionary;
        this.indices = new DictionaryIndices(dictionary, address, length, block);
    }

    @Override
    public void read(long target, int count) {
        long to = target;
        int width = dictionary.width();
        for (int left = count; left > 0; ) {
            int step = Math.min(left, DictionaryIndices.BLOCK);
            int[] block = indices.next(step);
            switch (width) {
                case 1 -> one(block, step, dictionary.table(), to);
                case 2 -> two(block, step, dictionary.table(), to);
                case 4 -> four(block, step, dictionary.table(), to);
                case 8 -> eight(block, step, dictionary.table(), to);
                default -> sixteen(block, step, dictionary.table(), to);
            }
            to += (long) step * width;
            left -= step;
        }
    }

    private static void one(int[] block, int count, long table, long target) {
        for (int i = 0; i < count; i++) {
            putByte(target + i, getByte(table + block[i]));
        }
    }

    private static void two(int[] block, int count, long table, long target) {
        for (int i = 0; i < count; i++) {
            putShort(target + 2L * i, getShort(table + 2L * block[i]));
        }
    }

    private static void four(int[] block, int count, long table, long target) {
        for (int i = 0; i < count; i++) {
            putInt(target + 4L * i, getInt(table + 4L * block[i]));
        }
    }

    private static void eight(int[] block, int count, long table, long target) {
        for (int i = 0; i < count; i++) {
            putLong(target + 8L * i, getLong(table + 8L * block[i]));
        }
    }

    private static void sixteen(int[] block, int count, long table, long target) {
        for (int i = 0; i < count; i++) {
            long from = table + 16L * block[i];
            putLong(target + 16L * i, getLong(from));
            putLong(target + 16L * i + 8, getLong(from + 8));
        }
    }
}
