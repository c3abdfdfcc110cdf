package dev.sluice.reader.internal.parquet.decode;

import static org.apache.arrow.memory.util.MemoryUtil.copyMemory;
import static org.apache.arrow.memory.util.MemoryUtil.getInt;
import static org.apache.arrow.memory.util.MemoryUtil.putInt;

import dev.sluice.reader.internal.parquet.CorruptDataException;

/** PLAIN values of one length that go to a vector with offsets. */
public final class FixedBinary implements BinaryValues {
    private final int width;
    private final long end;
    private long position;

    /** Values from an address on, so many bytes of them. */
    public FixedBinary(int width, long address, long length) {
        this.width = width;
        this.position = address;
        this.end = address + length;
    }

    @Override
    public long measure(int count) {
        long bytes = (long) count * width;
        if (bytes > end - position) {
            throw new CorruptDataException(count + " values of " + width + " bytes in " + (end - position) + " bytes");
        }
        return bytes;
    }

    @Override
    public void read(long offsets, int count, long data, long capacity) {
        long bytes = measure(count);
        int start = getInt(offsets);
        copyMemory(position, data + start, bytes);
        for (int i = 1; i <= count; i++) {
            putInt(offsets + 4L * i, start + i * width);
        }
        position += bytes;
    }
}
