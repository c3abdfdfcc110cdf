package dev.sluice.bench.report;

/** What is measured in a trial; the order is the order of the table's columns. */
public enum Measurement {
    /** Rows that arrived. */
    ROWS("rows", Unit.COUNT),
    /** From the subscription to the last row. */
    WALL("wall", Unit.SECONDS),
    /** CPU time of the client's whole process up to the last row. */
    CPU("cpu", Unit.SECONDS),
    /** From the first to the last row: without the query's own run time. */
    READ("read", Unit.SECONDS),
    /** Rows by read time. */
    RATE("rate", Unit.ROWS_PER_SECOND),
    /** The most bytes that the reader accounted at one moment. */
    ACCOUNTED_PEAK("accounted peak", Unit.BYTES),
    /** The highest resident set that the sampler saw. */
    RSS_PEAK("rss peak", Unit.BYTES),
    /** The kernel's own high-water mark, which no sampler can miss. */
    RSS_HIGH_WATER("rss high water", Unit.BYTES),
    /** Columns whose checksum differed from the engine's own. */
    MISMATCHES("mismatches", Unit.COUNT);

    private final String label;
    private final Unit unit;

    Measurement(String label, Unit unit) {
        this.label = label;
        this.unit = unit;
    }

    /**
     * Its name in tables and JSON.
     *
     * @return the label
     */
    public String label() {
        return label;
    }

    /**
     * What it counts.
     *
     * @return the unit
     */
    public Unit unit() {
        return unit;
    }
}
