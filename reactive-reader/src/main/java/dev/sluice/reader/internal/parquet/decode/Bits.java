package dev.sluice.reader.internal.parquet.decode;

import static org.apache.arrow.memory.util.MemoryUtil.getByte;
import static org.apache.arrow.memory.util.MemoryUtil.getLong;
import static org.apache.arrow.memory.util.MemoryUtil.putLong;

/**
 * Bitmaps in native memory, least significant bit first. Targets must be zero where bits are written, and every buffer has
 * {@link #SLACK} bytes behind its last, since bits travel 64 at a time.
 */
public final class Bits {
    /** Bytes behind a buffer that may be read or written, without meaning. */
    public static final int SLACK = 64;

    private static final int STEP = 56;

    private Bits() {}

    /** Bytes that a bitmap of so many bits takes, with room for a last 64-bit store. */
    public static long bytes(long bits) {
        return (bits + 7) / 8 + Long.BYTES;
    }

    /** Copies bits and says how many are set. */
    public static int copy(long source, long sourceBit, long target, long targetBit, int count) {
        int ones = 0;
        long from = sourceBit;
        long to = targetBit;
        int left = count;
        if ((from & 7) == 0 && (to & 7) == 0) {
            while (left >= Long.SIZE) {
                long word = getLong(source + (from >>> 3));
                putLong(target + (to >>> 3), word);
                ones += Long.bitCount(word);
                from += Long.SIZE;
                to += Long.SIZE;
                left -= Long.SIZE;
            }
        }
        while (left > 0) {
            int step = Math.min(left, STEP);
            long word = (getLong(source + (from >>> 3)) >>> (from & 7)) & ((1L << step) - 1);
            or(target, to, word);
            ones += Long.bitCount(word);
            from += step;
            to += step;
            left -= step;
        }
        return ones;
    }

    /** Counts set bits. */
    public static int count(long source, long sourceBit, int count) {
        int ones = 0;
        long from = sourceBit;
        int left = count;
        while (left > 0) {
            int step = Math.min(left, STEP);
            ones += Long.bitCount((getLong(source + (from >>> 3)) >>> (from & 7)) & ((1L << step) - 1));
            from += step;
            left -= step;
        }
        return ones;
    }

    /** Sets bits. */
    public static void set(long target, long targetBit, long count) {
        long to = targetBit;
        long left = count;
        while (left > 0) {
            int step = (int) Math.min(left, STEP);
            or(target, to, (1L << step) - 1);
            to += step;
            left -= step;
        }
    }

    /** One bit. */
    public static int get(long source, long bit) {
        return (getByte(source + (bit >>> 3)) >>> (bit & 7)) & 1;
    }

    private static void or(long target, long bit, long word) {
        long address = target + (bit >>> 3);
        putLong(address, getLong(address) | (word << (bit & 7)));
    }
}
