package dev.sluice.reader.internal.parquet.decode;

import static org.apache.arrow.memory.util.MemoryUtil.getByte;
import static org.apache.arrow.memory.util.MemoryUtil.getInt;
import static org.apache.arrow.memory.util.MemoryUtil.getLong;
import static org.apache.arrow.memory.util.MemoryUtil.getShort;
import static org.apache.arrow.memory.util.MemoryUtil.putByte;
import static org.apache.arrow.memory.util.MemoryUtil.putInt;
import static org.apache.arrow.memory.util.MemoryUtil.putLong;
import static org.apache.arrow.memory.util.MemoryUtil.putShort;

/**
 * Moves values that were decoded side by side to the slots that are not NULL, from the last to the first, in place. No
 * branch depends on a validity bit; what a NULL slot holds is a neighbour's value and means nothing. The loops end where no
 * NULL is left in front.
 */
public final class Spread {
    private Spread() {}

    /**
     * Spreads fixed-width values.
     *
     * @param data address of the first slot, where the dense values start
     * @param width bytes of a slot
     * @param validity the bitmap
     * @param bit where the first slot's bit is
     * @param slots how many slots
     * @param values how many of them are not NULL
     */
    public static void fixed(long data, int width, long validity, long bit, int slots, int values) {
        if (slots == values) {
            return;
        }
        if (values == 0) {
            org.apache.arrow.memory.util.MemoryUtil.setMemory(data, (long) slots * width, (byte) 0);
            return;
        }
        switch (width) {
            case 1 -> one(data, validity, bit, slots, values);
            case 2 -> two(data, validity, bit, slots, values);
            case 4 -> four(data, validity, bit, slots, values);
            case 8 -> eight(data, validity, bit, slots, values);
            case 16 -> sixteen(data, validity, bit, slots, values);
            default -> throw new IllegalArgumentException("width " + width);
        }
    }

    private static void one(long data, long validity, long bit, int slots, int values) {
        int from = values;
        for (int i = slots - 1; i >= from; i--) {
            from -= Bits.get(validity, bit + i);
            putByte(data + i, getByte(data + from));
        }
    }

    private static void two(long data, long validity, long bit, int slots, int values) {
        int from = values;
        for (int i = slots - 1; i >= from; i--) {
            from -= Bits.get(validity, bit + i);
            putShort(data + 2L * i, getShort(data + 2L * from));
        }
    }

    private static void four(long data, long validity, long bit, int slots, int values) {
        int from = values;
        for (int i = slots - 1; i >= from; i--) {
            from -= Bits.get(validity, bit + i);
            putInt(data + 4L * i, getInt(data + 4L * from));
        }
    }

    private static void eight(long data, long validity, long bit, int slots, int values) {
        int from = values;
        for (int i = slots - 1; i >= from; i--) {
            from -= Bits.get(validity, bit + i);
            putLong(data + 8L * i, getLong(data + 8L * from));
        }
    }

    private static void sixteen(long data, long validity, long bit, int slots, int values) {
        int from = values;
        for (int i = slots - 1; i >= from; i--) {
            from -= Bits.get(validity, bit + i);
            long low = getLong(data + 16L * from);
            long high = getLong(data + 16L * from + 8);
            putLong(data + 16L * i, low);
            putLong(data + 16L * i + 8, high);
        }
    }

    /**
     * Spreads the ends of variable-width values: a NULL slot ends where the slot before it does.
     *
     * @param offsets address of the first slot's start; the ends follow it
     */
    public static void offsets(long offsets, long validity, long bit, int slots, int values) {
        int from = values;
        for (int i = slots - 1; i >= from; i--) {
            putInt(offsets + 4L * (i + 1), getInt(offsets + 4L * from));
            from -= Bits.get(validity, bit + i);
        }
    }

    /** Spreads bits; the bits of the slots must be zero behind the dense ones. */
    public static void bits(long data, long dataBit, long validity, long bit, int slots, int values) {
        int from = values;
        for (int i = slots - 1; i >= from; i--) {
            int valid = Bits.get(validity, bit + i);
            from -= valid;
            int set = Bits.get(data, dataBit + from) & valid;
            put(data, dataBit + i, set);
        }
    }

    private static void put(long data, long bit, int value) {
        long address = data + (bit >>> 3);
        int shift = (int) (bit & 7);
        putByte(address, (byte) ((getByte(address) & ~(1 << shift)) | (value << shift)));
    }
}
