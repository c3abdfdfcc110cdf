package dev.sluice.reader.internal.result;

import dev.sluice.fs.S3Path;
import org.jspecify.annotations.Nullable;

/** Where the rows of a query that succeeded are, and in which form. */
public sealed interface ResultPlan {
    /**
     * Parquet files, listed by a manifest.
     *
     * @param manifest the list; null where the query wrote no file and so no list
     * @param target where each file must be; null where that is not known, for a query that somebody else started
     */
    record Files(@Nullable S3Path manifest, @Nullable S3Path target) implements ResultPlan {}

    /** One CSV object with a header. */
    record Csv(S3Path object) implements ResultPlan {}

    /** One object of lines with tabs between the values and no header. */
    record Lines(S3Path object) implements ResultPlan {}

    /** No object that could be read: pages from Athena itself. */
    record Pages() implements ResultPlan {}

    /** A statement that wrote rows elsewhere and returns none. */
    record Written() implements ResultPlan {}
}
