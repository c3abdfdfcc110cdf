package dev.sluice.reader.internal.parquet.decode;

import dev.sluice.reader.internal.parquet.CorruptDataException;

/** PLAIN booleans. */
public final class PlainBits implements BitValues {
    private final long address;
    private final long bits;
    private long position;

    /** Bits from an address on, so many bytes of them. */
    public PlainBits(long address, long length) {
        this.address = address;
        this.bits = length * 8;
    }

    @Override
    public void read(long target, long targetBit, int count) {
        if (count > bits - position) {
            throw new CorruptDataException(count + " booleans in " + (bits - position) + " bits");
        }
        Bits.copy(address, position, target, targetBit, count);
        position += count;
    }
}
