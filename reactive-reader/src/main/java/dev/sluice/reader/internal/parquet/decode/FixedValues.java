package dev.sluice.reader.internal.parquet.decode;

/** The values of one page that go to slots of one width, NULLs left out. */
public interface FixedValues {
    /** Decodes the next values side by side; the room is known to suffice, what the page holds is not. */
    void read(long target, int count);
}
