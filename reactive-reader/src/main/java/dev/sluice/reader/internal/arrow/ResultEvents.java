package dev.sluice.reader.internal.arrow;

/** What a result's memory tells whoever counts. Called on any thread; must neither block nor throw. */
public interface ResultEvents {
    /** Counts nothing. */
    ResultEvents NONE = new ResultEvents() {};

    /** A batch was given out that holds {@code bytes}. */
    default void batchOpened(long bytes) {}

    /** A batch that held {@code bytes} was closed, by whomever. */
    default void batchClosed(long bytes) {}

    /** Nobody closed a batch; the leak tracker has. */
    default void batchLeaked() {}

    /** An allocator was closed while {@code bytes} of it were still in use: a defect of the library. */
    default void allocatorLeaked(long bytes) {}
}
