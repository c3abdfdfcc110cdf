package dev.sluice.reader.internal.parquet.decode;

import static org.apache.arrow.memory.util.MemoryUtil.copyMemory;
import static org.apache.arrow.memory.util.MemoryUtil.getLong;
import static org.apache.arrow.memory.util.MemoryUtil.putLong;

/** Copies of short values: two stores whatever the length, as long as the target has room for them. */
final class Copy {
    private static final int SHORT = 16;

    private Copy() {}

    /**
     * Copies a value whose bytes and room are known to be there.
     *
     * @param source its first byte; {@link Bits#SLACK} bytes behind the last may be read
     * @param data address of the data buffer
     * @param offset where in it
     * @param capacity of the data buffer: bytes behind the value are overwritten only below it
     */
    static void value(long source, int length, long data, long offset, long capacity) {
        if (length <= SHORT && offset + SHORT <= capacity) {
            putLong(data + offset, getLong(source));
            putLong(data + offset + 8, getLong(source + 8));
        } else {
            copyMemory(source, data + offset, length);
        }
    }
}
