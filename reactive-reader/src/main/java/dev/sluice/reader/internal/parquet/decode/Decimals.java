package dev.sluice.reader.internal.parquet.decode;

import static org.apache.arrow.memory.util.MemoryUtil.getByte;
import static org.apache.arrow.memory.util.MemoryUtil.getLong;
import static org.apache.arrow.memory.util.MemoryUtil.putLong;

import dev.sluice.reader.internal.parquet.CorruptDataException;

/** Big-endian decimals of any length to 16 bytes, little-endian. */
final class Decimals {
    static final int WIDTH = 16;

    private Decimals() {}

    static void fixed(long source, int width, long target, int count) {
        if (width == WIDTH) {
            sixteen(source, target, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            one(source + (long) i * width, width, target + (long) i * WIDTH);
        }
    }

    private static void sixteen(long source, long target, int count) {
        for (int i = 0; i < count; i++) {
            long high = Long.reverseBytes(getLong(source + 16L * i));
            long low = Long.reverseBytes(getLong(source + 16L * i + 8));
            putLong(target + 16L * i, low);
            putLong(target + 16L * i + 8, high);
        }
    }

    /** One value; an empty one is 0. Of more than 16 bytes, those in front may only repeat the sign. */
    static void one(long source, int length, long target) {
        if (length == 0) {
            putLong(target, 0);
            putLong(target + 8, 0);
            return;
        }
        long sign = getByte(source) >> 7;
        int from = Math.max(0, length - WIDTH);
        for (int i = 0; i < from; i++) {
            if (getByte(source + i) != sign) {
                throw tooLarge(length);
            }
        }
        if (from > 0 && getByte(source + from) >> 7 != sign) {
            throw tooLarge(length);
        }
        long high = sign;
        long low = sign;
        for (int i = from; i < length; i++) {
            high = (high << 8) | (low >>> 56);
            low = (low << 8) | (getByte(source + i) & 0xff);
        }
        putLong(target, low);
        putLong(target + 8, high);
    }

    private static CorruptDataException tooLarge(int length) {
        return new CorruptDataException("a decimal of " + length + " bytes has more than 38 digits");
    }
}
