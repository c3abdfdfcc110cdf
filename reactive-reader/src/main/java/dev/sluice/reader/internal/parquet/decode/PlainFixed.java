package dev.sluice.reader.internal.parquet.decode;

import dev.sluice.reader.internal.parquet.CorruptDataException;
import dev.sluice.reader.internal.parquet.schema.LeafType;

/** PLAIN values of one width. */
public final class PlainFixed implements FixedValues {
    private final LeafType type;
    private final long end;
    private long position;

    /** Values from an address on, so many bytes of them. */
    public PlainFixed(LeafType type, long address, long length) {
        this.type = type;
        this.position = address;
        this.end = address + length;
    }

    @Override
    public void read(long target, int count) {
        long bytes = (long) count * type.physicalWidth();
        if (bytes > end - position) {
            throw new CorruptDataException(
                    count + " values of " + type.physicalWidth() + " bytes in " + (end - position) + " bytes");
        }
        Convert.fixed(type, position, target, count);
        position += bytes;
    }
}
