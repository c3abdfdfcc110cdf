package dev.sluice.reader.internal.parquet.decode;

import static org.apache.arrow.memory.util.MemoryUtil.getByte;
import static org.apache.arrow.memory.util.MemoryUtil.getInt;
import static org.apache.arrow.memory.util.MemoryUtil.putByte;
import static org.apache.arrow.memory.util.MemoryUtil.putInt;

import dev.sluice.reader.internal.parquet.CorruptDataException;

/** PLAIN UUIDs to their text, as Athena prints them. */
public final class UuidText implements BinaryValues {
    /** Characters of a UUID's text. */
    public static final int TEXT_BYTES = 36;

    private static final int WIDTH = 16;
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    private final long end;
    private long position;

    /** Values from an address on, so many bytes of them. */
    public UuidText(long address, long length) {
        this.position = address;
        this.end = address + length;
    }

    @Override
    public long measure(int count) {
        if ((long) count * WIDTH > end - position) {
            throw new CorruptDataException(count + " UUIDs in " + (end - position) + " bytes");
        }
        return (long) count * TEXT_BYTES;
    }

    @Override
    public void read(long offsets, int count, long data, long capacity) {
        measure(count);
        int offset = getInt(offsets);
        for (int i = 1; i <= count; i++) {
            write(position, data + offset);
            position += WIDTH;
            offset += TEXT_BYTES;
            putInt(offsets + 4L * i, offset);
        }
    }

    /** Writes one UUID's text. */
    static void write(long source, long target) {
        long to = target;
        for (int i = 0; i < WIDTH; i++) {
            if (i == 4 || i == 6 || i == 8 || i == 10) {
                putByte(to++, (byte) '-');
            }
            int value = getByte(source + i) & 0xff;
            putByte(to++, HEX[value >>> 4]);
            putByte(to++, HEX[value & 15]);
        }
    }
}
