package dev.sluice.bench.report;

import java.util.Locale;

/** What a figure counts, and so how it is written. JSON always holds the plain number in the base unit. */
public enum Unit {
    /** A whole number of things. */
    COUNT,
    /** A quotient of two like figures. */
    RATIO,
    /** Seconds. */
    SECONDS,
    /** Bytes, written as MiB. */
    BYTES,
    /** Rows a second, written in millions. */
    ROWS_PER_SECOND;

    private static final double MEBIBYTE = 1024.0 * 1024.0;

    /**
     * The number as a reader wants it.
     *
     * @param value in the base unit
     * @return text with its unit
     */
    public String format(double value) {
        return switch (this) {
            case COUNT -> String.format(Locale.ROOT, "%,.0f", value);
            case RATIO -> String.format(Locale.ROOT, "%.3f", value);
            case SECONDS -> String.format(Locale.ROOT, "%.2f s", value);
            case BYTES -> String.format(Locale.ROOT, "%.1f MiB", value / MEBIBYTE);
            case ROWS_PER_SECOND -> String.format(Locale.ROOT, "%.2f M/s", value / 1e6);
        };
    }
}
