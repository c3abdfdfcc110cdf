package dev.sluice.reader.internal.parquet.decode;

import static org.apache.arrow.memory.util.MemoryUtil.getInt;
import static org.apache.arrow.memory.util.MemoryUtil.putInt;

import dev.sluice.reader.internal.parquet.CorruptDataException;

/** PLAIN byte arrays: four bytes of length in front of each. */
public final class PlainBinary implements BinaryValues {
    private final long end;
    private long position;

    /** Values from an address on, so many bytes of them. */
    public PlainBinary(long address, long length) {
        this.position = address;
        this.end = address + length;
    }

    @Override
    public long measure(int count) {
        return walk(position, count) - position - 4L * count;
    }

    private long walk(long from, int count) {
        long at = from;
        for (int i = 0; i < count; i++) {
            at += 4L + length(at, end);
        }
        return at;
    }

    private static int length(long at, long end) {
        if (end - at < 4) {
            throw new CorruptDataException("the page ends before its last value");
        }
        int length = getInt(at);
        if (length < 0 || length > end - at - 4) {
            throw new CorruptDataException("a value of " + length + " bytes where " + (end - at - 4) + " are left");
        }
        return length;
    }

    @Override
    public void read(long offsets, int count, long data, long capacity) {
        long at = position;
        int offset = getInt(offsets);
        for (int i = 1; i <= count; i++) {
            int length = length(at, end);
            Copy.value(at + 4, length, data, offset, capacity);
            offset += length;
            putInt(offsets + 4L * i, offset);
            at += 4L + length;
        }
        position = at;
    }

    /** Decimals in byte arrays: measured by nobody, since their slots are of one width. */
    static final class ToDecimal implements FixedValues {
        private final long end;
        private long position;

        ToDecimal(long address, long length) {
            this.position = address;
            this.end = address + length;
        }

        @Override
        public void read(long target, int count) {
            for (int i = 0; i < count; i++) {
                int length = length(position, end);
                Decimals.one(position + 4, length, target + 16L * i);
                position += 4L + length;
            }
        }
    }

    /** Byte arrays that are decimals. */
    public static FixedValues decimals(long address, long length) {
        return new ToDecimal(address, length);
    }
}
