package dev.sluice.reader.internal.flow;

/**
 * What a door makes of one batch, element by element. Used by one thread at a time.
 *
 * @param <R> what a subscriber gets
 */
interface BatchCursor<R> {
    /** Whether {@link #next()} has more; false means that the cursor holds nothing any more. */
    boolean hasNext();

    /** The next element, never null; an exception ends the stream as it is, after {@link #close}. */
    R next();

    /** Frees the batch, unless it already went with an element. Idempotent. */
    void close();

    /** Frees an element that {@link #next()} made and nobody will get. */
    default void discard(R element) {}
}
