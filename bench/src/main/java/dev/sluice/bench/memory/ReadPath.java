package dev.sluice.bench.memory;

/** How the result is read; the names are those of the command line. */
enum ReadPath {
    /** Through UNLOAD, as Parquet. */
    unload,
    /** The CSV object. */
    csv,
    /** GetQueryResults. */
    pages
}
