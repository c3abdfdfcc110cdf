package dev.sluice.fs.budget;

/**
 * Bytes granted by a {@link ByteBudget}. Thread-safe.
 *
 * @since 0.1
 */
public interface Permit extends AutoCloseable {
    /**
     * What is still held.
     *
     * @return bytes; 0 once closed
     */
    long bytes();

    /**
     * Gives back all but {@code bytes}.
     *
     * @param bytes what is kept, at most {@link #bytes()}; nothing happens on a closed permit
     */
    void shrinkTo(long bytes);

    /** Gives everything back. Closing again does nothing. */
    @Override
    void close();
}
