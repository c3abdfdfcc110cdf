package dev.sluice.reader.internal.pages;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What Athena tells about a result without its rows.
 *
 * @param columns in order; none for a statement that has no result, and also for some that have (MSCK REPAIR)
 * @param updateCount how many rows the statement wrote; null where Athena does not say
 * @param hasRows whether the first page had a row, be it the header
 */
public record ResultHead(List<Column> columns, @Nullable Long updateCount, boolean hasRows) {
    /** Copies the list. */
    public ResultHead {
        columns = List.copyOf(columns);
    }

    /**
     * A column as Athena describes it.
     *
     * @param type lower case, without parameters; empty if Athena leaves it out
     */
    public record Column(String name, String type, int precision, int scale) {}
}
