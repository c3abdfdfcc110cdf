package dev.sluice.cli.format;

import java.util.function.Supplier;

/** The formats by their names on the command line. */
public enum OutputFormat {
    /** Columns for people; widths fit the first rows. */
    table(TableFormat::new, false),
    /** RFC 4180 with a header; NULL is an empty field, the empty string is {@code ""}. */
    csv(CsvFormat::new, false),
    /** One JSON object a line. */
    ndjson(NdjsonFormat::new, false),
    /** Arrow's IPC stream. */
    arrow(ArrowFormat::new, true);

    private final Supplier<RowFormat> create;
    private final boolean binary;

    OutputFormat(Supplier<RowFormat> create, boolean binary) {
        this.create = create;
        this.binary = binary;
    }

    /**
     * A writer for one result.
     *
     * @return a new one
     */
    public RowFormat create() {
        return create.get();
    }

    /**
     * Whether a terminal must be spared it.
     *
     * @return true if it is not text
     */
    public boolean isBinary() {
        return binary;
    }
}
