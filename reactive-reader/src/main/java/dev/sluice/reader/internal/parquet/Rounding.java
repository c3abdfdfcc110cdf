package dev.sluice.reader.internal.parquet;

/** How Arrow's allocator rounds, so that a bound taken from the budget is what the buffers take. */
final class Rounding {
    /** From here on the allocator gives exactly what is asked for. */
    private static final long CHUNK_BYTES = 16L << 20;

    private static final long LEAST_BYTES = 64;
    private static final long STEP_BYTES = 1 << 20;

    private Rounding() {}

    /** The capacity of a buffer for so many bytes. */
    static long up(long bytes) {
        if (bytes <= LEAST_BYTES) {
            return LEAST_BYTES;
        }
        if (bytes < CHUNK_BYTES) {
            return Long.highestOneBit(bytes - 1) << 1;
        }
        return (bytes + STEP_BYTES - 1) / STEP_BYTES * STEP_BYTES;
    }
}
