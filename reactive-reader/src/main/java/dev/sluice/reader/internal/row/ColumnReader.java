package dev.sluice.reader.internal.row;

import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** Reads the values of one vector, in the class that fits their type. Used by one thread at a time. */
abstract class ColumnReader {
    private final FieldVector vector;

    ColumnReader(FieldVector vector) {
        this.vector = vector;
    }

    final String name() {
        return vector.getName();
    }

    final boolean isNull(int row) {
        return vector.isNull(row);
    }

    final @Nullable Object get(int row) {
        return isNull(row) ? null : value(row);
    }

    /** A value that is not NULL. */
    abstract Object value(int row);

    /** A value that is not NULL, as an integer; overridden where it needs no box. */
    long longValue(int row) {
        return (Long) Conversions.convert(value(row), Long.class);
    }

    /** A value that is not NULL, as a double; overridden where it needs no box. */
    double doubleValue(int row) {
        return (Double) Conversions.convert(value(row), Double.class);
    }

    /** A value that is not NULL, as a boolean; overridden where it needs no box. */
    boolean booleanValue(int row) {
        return (Boolean) Conversions.convert(value(row), Boolean.class);
    }
}
