package dev.sluice.reader.internal.parquet;

import dev.sluice.reader.internal.arrow.ResultMemory;
import dev.sluice.reader.internal.parquet.footer.ChunkMeta;
import dev.sluice.reader.internal.parquet.footer.RowGroupMeta;

/**
 * How large a batch may be, and how the decode share is parted: half of it for pages that are loaded to make a batch larger,
 * seven eighths for pages without which there is no batch at all, a quarter for a batch's vectors (more only if a single row
 * needs it), so that the consumer can hold one batch while the next is decoded.
 */
final class BatchSizing {
    /** Vectors take about so many times the bytes of the decompressed pages, before any batch was measured. */
    private static final int FIRST_GUESS = 2;

    private final int batchRows;
    private final long limit;
    private final long fetchLimit;
    private double bytesPerRow = -1;

    BatchSizing(int batchRows, ResultMemory memory) {
        this.batchRows = batchRows;
        this.limit = memory.decode().limit();
        this.fetchLimit = memory.fetch().limit();
    }

    /** How many rows to aim at. */
    int rows(RowGroupMeta group) {
        double perRow = bytesPerRow;
        if (perRow < 0) {
            double uncompressed = 0;
            for (ChunkMeta chunk : group.chunks()) {
                uncompressed += chunk.uncompressed();
            }
            perRow = FIRST_GUESS * uncompressed / Math.max(1, group.rows());
        }
        double fitting = perRow <= 0 ? batchRows : batchTarget() / perRow;
        return (int) Math.max(1, Math.min(batchRows, fitting));
    }

    /** Learns from a batch. */
    void measured(int rows, long bytes) {
        bytesPerRow = (double) bytes / Math.max(1, rows);
    }

    long batchTarget() {
        return limit / 4;
    }

    long pageLimit() {
        return limit / 2;
    }

    long mustLimit() {
        return limit / 8 * 7;
    }

    long limit() {
        return limit;
    }

    long fetchLimit() {
        return fetchLimit;
    }
}
