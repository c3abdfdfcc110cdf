package dev.sluice.reader.internal.flow;

import java.util.function.Consumer;

/** Looks after a pull that is not answered: it may wait for memory that nobody will ever give back. */
interface StallWatch {
    /** Watches nothing. */
    StallWatch NONE = new StallWatch() {
        @Override
        public void waiting(Consumer<Throwable> onStall) {}

        @Override
        public void answered() {}

        @Override
        public void close() {}
    };

    /** A pull begins; {@code onStall} is what ends it should it never be answered. */
    void waiting(Consumer<Throwable> onStall);

    /** The pull has its answer. */
    void answered();

    /** There will be no other pull. Any thread, any number of times, also before {@link #waiting}. */
    void close();
}
