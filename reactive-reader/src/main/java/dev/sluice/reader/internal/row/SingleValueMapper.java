package dev.sluice.reader.internal.row;

import dev.sluice.reader.ResultPlace;
import dev.sluice.reader.Row;
import dev.sluice.reader.RowMapper;
import dev.sluice.reader.UnsupportedResultException;

/**
 * The value of a result's one column.
 *
 * @param <T> its class
 */
record SingleValueMapper<T>(Class<T> type) implements RowMapper<T> {
    @Override
    public T map(Row row) {
        if (row.schema().size() != 1) {
            throw new UnsupportedResultException(
                    "a single " + type.getSimpleName() + " was asked for and the result has "
                            + row.schema().size() + " columns: select one, or map to a record",
                    ResultPlace.unknown(),
                    null);
        }
        T value = row.get(0, type);
        if (value == null) {
            throw new UnsupportedResultException(
                    "the value is NULL, which can't be an element of a stream: leave such rows out, or map to a record",
                    ResultPlace.unknown().withColumn(row.schema().column(0).name()),
                    null);
        }
        return value;
    }
}
