package dev.sluice.reader;

import org.apache.arrow.vector.types.TimeUnit;

/**
 * In which unit timestamps, with and without time zone, are kept in Arrow. A value that the unit can't hold exactly, because
 * it is finer or out of range, is an error that names this option; it is never cut or wrapped.
 *
 * @since 0.1
 */
public enum TimestampUnit {
    /** Millionths of a second: every year that Athena knows, six digits. */
    MICROSECOND(TimeUnit.MICROSECOND),
    /** Billionths of a second: nine digits, from 1677-09-21 to 2262-04-11. */
    NANOSECOND(TimeUnit.NANOSECOND);

    private final TimeUnit arrow;

    TimestampUnit(TimeUnit arrow) {
        this.arrow = arrow;
    }

    /**
     * The unit in Arrow's words.
     *
     * @return Arrow's unit
     */
    public TimeUnit arrow() {
        return arrow;
    }
}
