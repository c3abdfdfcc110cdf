package dev.sluice.testkit.junit;

import java.util.function.LongSupplier;

/**
 * A number that must be zero when nothing is going on: bytes held, permits out, batches open, running queries.
 *
 * @since 0.1
 */
public interface Probe {
    /**
     * What is counted, for the message.
     *
     * @return for example {@code bytes in use of the reader}
     */
    String name();

    /**
     * The number now. Called on the test's thread, and again until it is zero or time is up.
     *
     * @return zero when nothing is going on
     */
    long value();

    /**
     * A probe of a function.
     *
     * @param name what is counted
     * @param value counts it
     * @return the probe
     */
    static Probe of(String name, LongSupplier value) {
        return new Probe() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public long value() {
                return value.getAsLong();
            }
        };
    }
}
