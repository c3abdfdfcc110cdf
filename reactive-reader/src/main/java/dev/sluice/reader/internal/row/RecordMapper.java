package dev.sluice.reader.internal.row;

import dev.sluice.reader.ResultPlace;
import dev.sluice.reader.ResultSchema;
import dev.sluice.reader.Row;
import dev.sluice.reader.RowMapper;
import dev.sluice.reader.UnsupportedResultException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A record of each row. Columns without a component are left out; a component without a column is an error.
 *
 * @param <T> the record
 */
final class RecordMapper<T> implements RowMapper<T> {
    private final Class<T> type;
    private final String[] names;
    private final Class<?>[] classes;
    private final Constructor<T> constructor;
    private volatile @Nullable Binding binding;

    private RecordMapper(Class<T> type, String[] names, Class<?>[] classes, Constructor<T> constructor) {
        this.type = type;
        this.names = names;
        this.classes = classes;
        this.constructor = constructor;
    }

    /** Where the components are in the rows of one schema. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Binding(ResultSchema schema, int[] columns) {}

    static <T> RecordMapper<T> of(Class<T> type) {
        RecordComponent[] components = type.getRecordComponents();
        String[] names = Arrays.stream(components).map(RecordComponent::getName).toArray(String[]::new);
        Class<?>[] classes =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        return new RecordMapper<>(type, names, classes, constructor(type, classes));
    }

    static <T> Constructor<T> constructor(Class<T> type, Class<?>... parameters) {
        try {
            Constructor<T> constructor = type.getDeclaredConstructor(parameters);
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(type.getName() + " has no constructor without parameters", e);
        } catch (InaccessibleObjectException e) {
            throw new IllegalArgumentException(
                    type.getName() + " can't be made from here: open its package to dev.sluice.reader", e);
        }
    }

    @Override
    public T map(Row row) {
        int[] columns = columns(row.schema());
        @Nullable Object[] values = new Object[columns.length];
        for (int i = 0; i < columns.length; i++) {
            values[i] = value(row, columns[i], classes[i]);
        }
        return make(type, constructor, values);
    }

    /** A value for a parameter, which may be a primitive and then can't be NULL. */
    static @Nullable Object value(Row row, int column, Class<?> type) {
        Object value = row.get(column, type);
        if (value == null && type.isPrimitive()) {
            throw new UnsupportedResultException(
                    "the value is NULL, which a primitive can't hold: use its wrapper class",
                    ResultPlace.unknown().withColumn(row.schema().column(column).name()),
                    null);
        }
        return value;
    }

    static <T> T make(Class<T> type, Constructor<T> constructor, @Nullable Object... values) {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException own) {
                throw own;
            }
            if (e.getCause() instanceof Error own) {
                throw own;
            }
            throw new IllegalArgumentException("the constructor of " + type.getName() + " failed", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type.getName() + " can't be made", e);
        }
    }

    @SuppressWarnings("ReferenceEquality") // asked for each row: another schema that is equal binds again, no more
    private int[] columns(ResultSchema schema) {
        Binding known = binding;
        if (known == null || known.schema() != schema) {
            int[] columns = new int[names.length];
            for (int i = 0; i < names.length; i++) {
                columns[i] = ColumnNames.indexOf(schema, names[i], type);
            }
            known = new Binding(schema, columns);
            binding = known;
        }
        return known.columns();
    }
}
