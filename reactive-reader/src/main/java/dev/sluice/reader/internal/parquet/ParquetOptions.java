package dev.sluice.reader.internal.parquet;

import dev.sluice.reader.TimestampUnit;

/**
 * How files become batches.
 *
 * @param batchRows rows of a batch at most
 * @param timestampUnit unit of every timestamp vector
 */
public record ParquetOptions(int batchRows, TimestampUnit timestampUnit) {
    /** Checks the number of rows. */
    public ParquetOptions {
        if (batchRows < 1) {
            throw new IllegalArgumentException("batches of " + batchRows + " rows");
        }
    }
}
