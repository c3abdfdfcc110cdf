package dev.sluice.reader.internal.parquet.decode;

import static org.apache.arrow.memory.util.MemoryUtil.copyMemory;
import static org.apache.arrow.memory.util.MemoryUtil.getInt;
import static org.apache.arrow.memory.util.MemoryUtil.putInt;

import dev.sluice.reader.internal.parquet.CorruptDataException;

/** Byte arrays whose lengths stand apart from their bytes: what DELTA_LENGTH_BYTE_ARRAY and DELTA_BYTE_ARRAY come to. */
public final class LengthBinary implements BinaryValues, FixedValues {
    private final long lengths;
    private final int total;
    private int index;
    private long position;

    /**
     * Values.
     *
     * @param lengths address of one int for each value; checked here to be non-negative and to fit the bytes
     * @param total how many values
     * @param bytes address of the first value's bytes
     * @param length how many bytes all values have
     */
    public LengthBinary(long lengths, int total, long bytes, long length) {
        this.lengths = lengths;
        this.total = total;
        this.position = bytes;
        if (sum(lengths, 0, total) > length) {
            throw new CorruptDataException("values run over the end of their page");
        }
    }

    private static long sum(long lengths, int from, int count) {
        long sum = 0;
        int negative = 0;
        for (int i = from; i < from + count; i++) {
            int length = getInt(lengths + 4L * i);
            negative |= length;
            sum += length;
        }
        if (negative < 0) {
            throw new CorruptDataException("a value of a negative length");
        }
        return sum;
    }

    private void check(int count) {
        if (count > total - index) {
            throw new CorruptDataException("the page ends before its last value");
        }
    }

    @Override
    public long measure(int count) {
        check(count);
        return sum(lengths, index, count);
    }

    @Override
    public void read(long offsets, int count, long data, long capacity) {
        check(count);
        int start = getInt(offsets);
        int offset = start;
        for (int i = 0; i < count; i++) {
            offset += getInt(lengths + 4L * (index + i));
            putInt(offsets + 4L * (i + 1), offset);
        }
        copyMemory(position, data + start, offset - start);
        position += offset - start;
        index += count;
    }

    /** As decimals. */
    @Override
    public void read(long target, int count) {
        check(count);
        for (int i = 0; i < count; i++) {
            int length = getInt(lengths + 4L * index++);
            Decimals.one(position, length, target + 16L * i);
            position += length;
        }
    }
}
