package dev.sluice.fs;

/**
 * A run of bytes of an object.
 *
 * @param offset the first byte, from 0
 * @param length how many bytes, at least 1; at most 2 GiB - 1, since a range is delivered in one buffer
 * @since 0.1
 */
public record ByteRange(long offset, int length) {
    /**
     * Checks that the range is not empty and does not run over {@link Long#MAX_VALUE}.
     *
     * @param offset as the record says
     * @param length as the record says
     */
    public ByteRange {
        if (offset < 0 || length < 1) {
            throw new IllegalArgumentException("not a byte range: offset " + offset + ", length " + length);
        }
        Math.addExact(offset, length);
    }

    /**
     * The byte behind the last one.
     *
     * @return {@code offset + length}
     */
    public long end() {
        return offset + length;
    }

    @Override
    public String toString() {
        return "bytes " + offset + "-" + (end() - 1);
    }
}
