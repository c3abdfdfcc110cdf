package dev.sluice.cli.format;

/** The formats by their names on the command line. */
public enum OutputFormat {
    /** Columns for people; widths fit the first rows. */
    table,
    /** RFC 4180 with a header; NULL is an empty field, the empty string is {@code ""}. */
    csv,
    /** One JSON object a line. */
    ndjson,
    /** Arrow's IPC stream. */
    arrow;

    /**
     * A writer for one result.
     *
     * @return a new one
     */
    public RowFormat create() {
        return switch (this) {
            case table -> new TableFormat();
            case csv -> new CsvFormat();
            case ndjson -> new NdjsonFormat();
            case arrow -> new ArrowFormat();
        };
    }

    /**
     * Whether a terminal must be spared it.
     *
     * @return true if it is not text
     */
    public boolean isBinary() {
        return this == arrow;
    }
}
