package dev.sluice.reader.internal.row;

import dev.sluice.reader.ResultPlace;
import dev.sluice.reader.ResultSchema;
import dev.sluice.reader.Row;
import dev.sluice.reader.UnsupportedResultException;
import org.jspecify.annotations.Nullable;

/** One row of a batch. */
final class RowView implements Row {
    private final BatchRows rows;
    private final int index;

    /** Only held: see {@link BatchRows#row(int, Object)}. */
    @SuppressWarnings("unused")
    private final Object owner;

    RowView(BatchRows rows, int index, Object owner) {
        this.rows = rows;
        this.index = index;
        this.owner = owner;
    }

    @Override
    public ResultSchema schema() {
        return rows.schema();
    }

    @Override
    public boolean isNull(int column) {
        return rows.column(column).isNull(index);
    }

    @Override
    public @Nullable Object get(int column) {
        return rows.column(column).get(index);
    }

    @Override
    public <T> @Nullable T get(int column, Class<T> type) {
        Object value = rows.column(column).get(index);
        if (value == null || type.isInstance(value)) {
            @SuppressWarnings("unchecked") // isInstance says so
            T same = (T) value;
            return same;
        }
        try {
            @SuppressWarnings("unchecked") // a primitive's class stands for its wrapper, which no Class<T> can say
            T converted = (T) Conversions.convert(value, type);
            return converted;
        } catch (ConversionException e) {
            throw unsupported(column, e);
        }
    }

    @Override
    public boolean getBoolean(int column) {
        ColumnReader reader = present(column);
        try {
            return reader.booleanValue(index);
        } catch (ConversionException e) {
            throw unsupported(column, e);
        }
    }

    @Override
    public int getInt(int column) {
        long value = getLong(column);
        if ((int) value != value) {
            throw unsupported(column, ConversionException.doesNotFit(value, Integer.class));
        }
        return (int) value;
    }

    @Override
    public long getLong(int column) {
        ColumnReader reader = present(column);
        try {
            return reader.longValue(index);
        } catch (ConversionException e) {
            throw unsupported(column, e);
        }
    }

    @Override
    public double getDouble(int column) {
        ColumnReader reader = present(column);
        try {
            return reader.doubleValue(index);
        } catch (ConversionException e) {
            throw unsupported(column, e);
        }
    }

    private ColumnReader present(int column) {
        ColumnReader reader = rows.column(column);
        if (reader.isNull(index)) {
            throw new UnsupportedResultException(
                    "the value is NULL, which a primitive can't hold; ask isNull first, or get(column, Class)",
                    place(column),
                    null);
        }
        return reader;
    }

    private UnsupportedResultException unsupported(int column, ConversionException e) {
        return new UnsupportedResultException(e.getMessage(), place(column), e);
    }

    private ResultPlace place(int column) {
        return ResultPlace.unknown().withColumn(schema().column(column).name());
    }

    /** Which row it is; never its values, which must not end in a log. */
    @Override
    public String toString() {
        return "row " + index + " of " + schema();
    }
}
