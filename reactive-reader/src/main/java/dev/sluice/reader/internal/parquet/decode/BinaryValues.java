package dev.sluice.reader.internal.parquet.decode;

/** The values of one page that have lengths of their own, NULLs left out. */
public interface BinaryValues {
    /** How many bytes the next values have together; does not move on. */
    long measure(int count);

    /**
     * Decodes the next values.
     *
     * @param offsets address of the first value's start offset, which is set; the ends are written behind it
     * @param count how many values
     * @param data address of the data buffer
     * @param capacity of the data buffer in bytes; at least what {@link #measure} said beyond the start offset
     */
    void read(long offsets, int count, long data, long capacity);
}
