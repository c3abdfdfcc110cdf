package dev.sluice.reader.internal.parquet.decode;

import static org.apache.arrow.memory.util.MemoryUtil.getByte;
import static org.apache.arrow.memory.util.MemoryUtil.getLong;
import static org.apache.arrow.memory.util.MemoryUtil.putInt;
import static org.apache.arrow.memory.util.MemoryUtil.putLong;

import dev.sluice.reader.internal.parquet.CorruptDataException;

/** DELTA_BINARY_PACKED: a page's integers, decoded at once into their PLAIN form. */
public final class DeltaBinary {
    private static final int MAX_BLOCK = 1 << 20;

    private final long end;
    private long position;

    private DeltaBinary(long address, long end) {
        this.position = address;
        this.end = end;
    }

    /**
     * Decodes a stream.
     *
     * @param limit how many values there may be
     * @param width of a value in the target: 4 or 8 bytes
     * @param result receives how many values there are, and the address behind the stream
     */
    public static void decode(long address, long length, int limit, int width, long target, long[] result) {
        DeltaBinary in = new DeltaBinary(address, address + length);
        result[0] = in.run(limit, width, target);
        result[1] = in.position;
    }

    private int run(int limit, int width, long target) {
        long blockSize = varint();
        long miniblocks = varint();
        long total = varint();
        if (blockSize < 1
                || blockSize > MAX_BLOCK
                || miniblocks < 1
                || miniblocks > blockSize
                || blockSize % miniblocks != 0
                || blockSize / miniblocks % 8 != 0) {
            throw new CorruptDataException("deltas in blocks of " + blockSize + " values in " + miniblocks + " parts");
        }
        if (total < 0 || total > limit) {
            throw new CorruptDataException(total + " deltas in a page of " + limit + " values");
        }
        long value = zigzag(varint());
        int count = (int) total;
        if (count > 0) {
            put(target, 0, width, value);
        }
        int perMiniblock = (int) (blockSize / miniblocks);
        for (int done = 1; done < count; ) {
            long least = zigzag(varint());
            long widths = position;
            if (miniblocks > end - position) {
                throw end();
            }
            position += miniblocks;
            for (int m = 0; m < miniblocks && done < count; m++) {
                int bits = getByte(widths + m) & 0xff;
                int run = Math.min(perMiniblock, count - done);
                long bytes = miniblockBytes(bits, perMiniblock, run);
                value = miniblock(bits, run, least, value, target, done, width);
                position += bytes;
                done += run;
            }
        }
        return count;
    }

    /** A last part may be cut short where its padding would start. */
    private long miniblockBytes(int bits, int perMiniblock, int run) {
        if (bits > Long.SIZE) {
            throw new CorruptDataException("deltas of " + bits + " bits");
        }
        long whole = (long) perMiniblock / 8 * bits;
        if (whole <= end - position) {
            return whole;
        }
        if (((long) run * bits + 7) / 8 > end - position) {
            throw end();
        }
        return end - position;
    }

    private long miniblock(int bits, int run, long least, long before, long target, int at, int width) {
        long value = before;
        long mask = bits == Long.SIZE ? -1 : (1L << bits) - 1;
        for (int i = 0; i < run; i++) {
            long bit = (long) i * bits;
            long address = position + (bit >>> 3);
            int shift = (int) (bit & 7);
            long delta = getLong(address) >>> shift;
            if (shift + bits > Long.SIZE) {
                delta |= (getByte(address + 8) & 0xffL) << (Long.SIZE - shift);
            }
            value += least + (delta & mask);
            put(target, at + i, width, value);
        }
        return value;
    }

    private static void put(long target, int index, int width, long value) {
        if (width == Integer.BYTES) {
            putInt(target + 4L * index, (int) value);
        } else {
            putLong(target + 8L * index, value);
        }
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (position >= end) {
                throw end();
            }
            byte b = getByte(position++);
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new CorruptDataException("a delta of more than ten bytes");
    }

    private static long zigzag(long value) {
        return (value >>> 1) ^ -(value & 1);
    }

    private static CorruptDataException end() {
        return new CorruptDataException("deltas end before their last value");
    }
}
