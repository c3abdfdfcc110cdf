package dev.sluice.reader.internal.parquet.decode;

import static org.apache.arrow.memory.util.MemoryUtil.copyMemory;
import static org.apache.arrow.memory.util.MemoryUtil.getInt;
import static org.apache.arrow.memory.util.MemoryUtil.getLong;
import static org.apache.arrow.memory.util.MemoryUtil.getShort;
import static org.apache.arrow.memory.util.MemoryUtil.putByte;
import static org.apache.arrow.memory.util.MemoryUtil.putInt;
import static org.apache.arrow.memory.util.MemoryUtil.putLong;
import static org.apache.arrow.memory.util.MemoryUtil.putShort;

import dev.sluice.reader.internal.parquet.CorruptDataException;
import dev.sluice.reader.internal.parquet.UnsupportedDataException;
import dev.sluice.reader.internal.parquet.schema.LeafType;

/** PLAIN values to vector values, one loop for each conversion. */
final class Convert {
    /** The day 1970-01-01 as INT96 counts days. */
    private static final long EPOCH_JULIAN_DAY = 2_440_588;

    private static final long NANOS_PER_DAY = 86_400_000_000_000L;

    private Convert() {}

    /** Converts values whose bytes are known to be there. */
    static void fixed(LeafType type, long source, long target, int count) {
        switch (type.conversion()) {
            case COPY_4 -> copyMemory(source, target, 4L * count);
            case COPY_8 -> copyMemory(source, target, 8L * count);
            case INT_TO_BYTE -> intToByte(source, target, count);
            case INT_TO_SHORT -> intToShort(source, target, count);
            case INT_TO_LONG -> intToLong(source, target, count, type.factor());
            case LONG_TIMES -> longTimes(source, target, count, type.factor());
            case LONG_DIVIDED -> longDivided(source, target, count, type.factor());
            case INT96_TO_TIMESTAMP -> int96(source, target, count, type.factor());
            case INT_TO_DECIMAL -> intToDecimal(source, target, count);
            case LONG_TO_DECIMAL -> longToDecimal(source, target, count);
            case FIXED_TO_DECIMAL -> Decimals.fixed(source, type.physicalWidth(), target, count);
            case HALF_TO_FLOAT -> halfToFloat(source, target, count);
            case BOOLEAN, BINARY_TO_DECIMAL, BINARY, FIXED_TO_BINARY, UUID_TO_TEXT ->
                throw new IllegalArgumentException(type.conversion().name());
        }
    }

    private static void intToByte(long source, long target, int count) {
        int lowest = 0;
        int highest = 0;
        for (int i = 0; i < count; i++) {
            int value = getInt(source + 4L * i);
            lowest = Math.min(lowest, value);
            highest = Math.max(highest, value);
            putByte(target + i, (byte) value);
        }
        checkNarrow(lowest, highest, 8);
    }

    private static void intToShort(long source, long target, int count) {
        int lowest = 0;
        int highest = 0;
        for (int i = 0; i < count; i++) {
            int value = getInt(source + 4L * i);
            lowest = Math.min(lowest, value);
            highest = Math.max(highest, value);
            putShort(target + 2L * i, (short) value);
        }
        checkNarrow(lowest, highest, 16);
    }

    /** Some writers extend the sign of unsigned values: both readings of the low bits pass. */
    private static void checkNarrow(int lowest, int highest, int bits) {
        if (lowest < -(1 << (bits - 1)) || highest >= 1 << bits) {
            throw new CorruptDataException("a value that does not fit the declared " + bits + " bits");
        }
    }

    private static void intToLong(long source, long target, int count, long factor) {
        for (int i = 0; i < count; i++) {
            putLong(target + 8L * i, getInt(source + 4L * i) * factor);
        }
    }

    private static void longTimes(long source, long target, int count, long factor) {
        long overflow = 0;
        for (int i = 0; i < count; i++) {
            long value = getLong(source + 8L * i);
            long product = value * factor;
            overflow |= Math.multiplyHigh(value, factor) ^ (product >> 63);
            putLong(target + 8L * i, product);
        }
        if (overflow != 0) {
            throw outOfRange();
        }
    }

    private static void longDivided(long source, long target, int count, long factor) {
        for (int i = 0; i < count; i++) {
            putLong(target + 8L * i, divideExact(getLong(source + 8L * i), factor));
        }
    }

    private static long divideExact(long value, long factor) {
        long quotient = value / factor;
        if (quotient * factor != value) {
            throw new UnsupportedDataException(
                    "a timestamp has more digits than microseconds hold; read with timestampUnit(NANOSECOND)");
        }
        return quotient;
    }

    private static void int96(long source, long target, int count, long nanosPerUnit) {
        long unitsPerDay = NANOS_PER_DAY / nanosPerUnit;
        long overflow = 0;
        for (int i = 0; i < count; i++) {
            long nanos = getLong(source + 12L * i);
            long days = (long) getInt(source + 12L * i + 8) - EPOCH_JULIAN_DAY;
            long units = nanosPerUnit == 1 ? nanos : divideExact(nanos, nanosPerUnit);
            long start = days * unitsPerDay;
            long sum = start + units;
            overflow |= Math.multiplyHigh(days, unitsPerDay) ^ (start >> 63);
            overflow |= ((start ^ sum) & (units ^ sum)) >> 63;
            putLong(target + 8L * i, sum);
        }
        if (overflow != 0) {
            throw outOfRange();
        }
    }

    private static UnsupportedDataException outOfRange() {
        return new UnsupportedDataException(
                "a timestamp or time lies outside the range of its unit: NANOSECOND reaches from"
                        + " 1677 to 2262, MICROSECOND (timestampUnit) to about 290,000 years around them");
    }

    private static void intToDecimal(long source, long target, int count) {
        for (int i = 0; i < count; i++) {
            long value = getInt(source + 4L * i);
            putLong(target + 16L * i, value);
            putLong(target + 16L * i + 8, value >> 63);
        }
    }

    private static void longToDecimal(long source, long target, int count) {
        for (int i = 0; i < count; i++) {
            long value = getLong(source + 8L * i);
            putLong(target + 16L * i, value);
            putLong(target + 16L * i + 8, value >> 63);
        }
    }

    private static void halfToFloat(long source, long target, int count) {
        for (int i = 0; i < count; i++) {
            putInt(target + 4L * i, half(getShort(source + 2L * i)));
        }
    }

    /** The bits of a float that equals a half. */
    private static int half(short bits) {
        int sign = (bits & 0x8000) << 16;
        int exponent = (bits >>> 10) & 0x1f;
        int fraction = bits & 0x3ff;
        if (exponent == 0x1f) {
            return sign | 0x7f80_0000 | (fraction << 13);
        }
        if (exponent == 0) {
            return sign | Float.floatToRawIntBits(fraction * 0x1p-24f);
        }
        return sign | ((exponent + 112) << 23) | (fraction << 13);
    }
}
