package dev.sluice.reader.internal.arrow;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.rounding.DefaultRoundingPolicy;
import org.apache.arrow.memory.rounding.RoundingPolicy;

/**
 * What Arrow will really take for a vector, before it is made. Arrow rounds every buffer by its allocator's policy (to a
 * power of two below its chunk size), and puts validity and fixed-width data into one buffer; a bound that forgets either
 * is off by almost two.
 */
public final class VectorSizes {
    private static final int OFFSET_BYTES = 4;

    private final RoundingPolicy rounding;

    private VectorSizes(RoundingPolicy rounding) {
        this.rounding = rounding;
    }

    /** Sizes under an allocator's own rounding. */
    public static VectorSizes of(BufferAllocator allocator) {
        return new VectorSizes(allocator.getRoundingPolicy());
    }

    /** Sizes under Arrow's default rounding. */
    public static VectorSizes standard() {
        return new VectorSizes(DefaultRoundingPolicy.DEFAULT_ROUNDING_POLICY);
    }

    /** One buffer of its own. */
    public long buffer(long bytes) {
        return bytes == 0 ? 0 : rounding.getRoundedSize(bytes);
    }

    /** A fixed-width vector made by {@code allocateNew(values)}. */
    public long fixedWidth(int values, int bytesPerValue) {
        return buffer(Math.addExact(validity(values), eights(Math.multiplyExact((long) values, bytesPerValue))));
    }

    /** A vector of single bits made by {@code allocateNew(values)}. */
    public long bits(int values) {
        return buffer(2 * validity(values));
    }

    /** A Utf8 or Binary vector made by {@code allocateNew(dataBytes, values)}. */
    public long variableWidth(int values, long dataBytes) {
        return Math.addExact(buffer(dataBytes), fixedWidth(Math.addExact(values, 1), OFFSET_BYTES));
    }

    private static long validity(int values) {
        return eights((values + 7L) >> 3);
    }

    private static long eights(long bytes) {
        return Math.addExact(bytes, 7) & ~7L;
    }
}
