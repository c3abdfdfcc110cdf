package dev.sluice.reader.internal.parquet.decode;

/** Booleans in the RLE hybrid. */
public final class RleBits implements BitValues {
    private final RleCursor cursor = new RleCursor();

    /** Runs from an address on, so many bytes of them. */
    public RleBits(long address, long length) {
        cursor.reset(address, length, 1);
    }

    @Override
    public void read(long target, long targetBit, int count) {
        cursor.readBits(target, targetBit, count);
    }
}
