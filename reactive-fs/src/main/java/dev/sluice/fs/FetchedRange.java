package dev.sluice.fs;

import java.nio.ByteBuffer;

/**
 * The bytes of a range, on the heap, counted by a budget until closed.
 *
 * @since 0.1
 */
public interface FetchedRange extends AutoCloseable {
    /**
     * Where the bytes come from.
     *
     * @return the pinned object
     */
    ObjectHandle object();

    /**
     * Which bytes they are.
     *
     * @return the range
     */
    ByteRange range();

    /**
     * The bytes: a read-only view at position 0 whose limit is the range's length.
     *
     * @return a new view at each call
     * @throws IllegalStateException if closed
     */
    ByteBuffer bytes();

    /** Gives the bytes back to the budget. Closing again does nothing; any thread may close. */
    @Override
    void close();
}
