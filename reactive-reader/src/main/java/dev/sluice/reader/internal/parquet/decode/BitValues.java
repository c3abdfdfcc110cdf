package dev.sluice.reader.internal.parquet.decode;

/** The booleans of one page, NULLs left out. */
public interface BitValues {
    /** Decodes the next values into zeroed bits. */
    void read(long target, long targetBit, int count);
}
