package dev.sluice.testkit.internal.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a succeeded query left behind.
 *
 * @param columns what GetQueryResults says of the rows
 * @param rows the rows it serves
 * @param manifest the rows of DATA_MANIFEST; null for statements that write no files
 * @param updateCount rows written by CTAS and INSERT; else 0
 * @param outputRows rows of the result or of its files
 * @param outputBytes bytes of the result object
 */
public record StoredResult(
        List<ColumnInfo> columns,
        ResultRows rows,
        @Nullable ResultRows manifest,
        long updateCount,
        long outputRows,
        long outputBytes) {}
