package dev.sluice.reader.internal.result;

/** How a result shall be read. */
public enum ResultPath {
    /** The reader chooses: the object of the result where there is one to read, else pages. */
    AUTO,
    /** Wrapped in UNLOAD, as Parquet. */
    UNLOAD,
    /** The CSV object. */
    CSV,
    /** GetQueryResults. */
    PAGES
}
