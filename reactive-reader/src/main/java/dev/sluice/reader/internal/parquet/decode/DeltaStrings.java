package dev.sluice.reader.internal.parquet.decode;

import static org.apache.arrow.memory.util.MemoryUtil.copyMemory;
import static org.apache.arrow.memory.util.MemoryUtil.getInt;
import static org.apache.arrow.memory.util.MemoryUtil.putInt;

import dev.sluice.reader.internal.parquet.CorruptDataException;

/**
 * DELTA_BYTE_ARRAY: every value repeats a prefix of the one before it. How long the values are together shows only once the
 * lengths are decoded, so that happens first and the bytes follow when there is room for them.
 */
public final class DeltaStrings {
    private final int count;
    private final long prefixes;
    private final long suffixes;
    private final long source;
    private final long bytes;

    /**
     * Decodes the lengths.
     *
     * @param limit how many values there may be
     * @param lengths room for two ints a value
     */
    public DeltaStrings(long address, long length, int limit, long lengths) {
        long[] result = new long[2];
        prefixes = lengths;
        suffixes = lengths + 4L * limit;
        DeltaBinary.decode(address, length, limit, Integer.BYTES, prefixes, result);
        count = (int) result[0];
        DeltaBinary.decode(result[1], address + length - result[1], limit, Integer.BYTES, suffixes, result);
        if (result[0] != count) {
            throw new CorruptDataException(count + " prefixes and " + result[0] + " suffixes");
        }
        source = result[1];
        bytes = check(address + length - source);
    }

    private long check(long available) {
        long total = 0;
        long suffixBytes = 0;
        long previous = 0;
        for (int i = 0; i < count; i++) {
            int prefix = getInt(prefixes + 4L * i);
            int suffix = getInt(suffixes + 4L * i);
            if (prefix < 0 || suffix < 0 || prefix > previous) {
                throw new CorruptDataException(
                        "a value repeats " + prefix + " of " + previous + " bytes and adds " + suffix);
            }
            previous = (long) prefix + suffix;
            total += previous;
            suffixBytes += suffix;
        }
        if (suffixBytes > available) {
            throw new CorruptDataException("values run over the end of their page");
        }
        return total;
    }

    /** Bytes of all values together. */
    public long bytes() {
        return bytes;
    }

    /**
     * Puts the values together.
     *
     * @param target room for {@link #bytes()}
     * @return the values; their lengths stand where the prefixes' were
     */
    public LengthBinary expand(long target) {
        long from = source;
        long to = target;
        long previous = target;
        for (int i = 0; i < count; i++) {
            int prefix = getInt(prefixes + 4L * i);
            int suffix = getInt(suffixes + 4L * i);
            copyMemory(previous, to, prefix);
            copyMemory(from, to + prefix, suffix);
            putInt(prefixes + 4L * i, prefix + suffix);
            previous = to;
            from += suffix;
            to += prefix + suffix;
        }
        return new LengthBinary(prefixes, count, target, bytes);
    }

    /** Checks, after {@link #expand}, that every value has one length. */
    public void requireWidth(int width) {
        for (int i = 0; i < count; i++) {
            if (getInt(prefixes + 4L * i) != width) {
                throw new CorruptDataException(
                        "a value of " + getInt(prefixes + 4L * i) + " bytes in a column of " + width);
            }
        }
    }
}
