package dev.sluice.reader.internal.row;

import dev.sluice.reader.Row;
import dev.sluice.reader.RowMapper;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.Set;

/** Mappers made of a class: a record by its components, a bean by its setters, a single value by the one column. */
public final class RowMappers {
    private static final Set<Class<?>> VALUES = Set.of(
            String.class,
            Boolean.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigDecimal.class,
            byte[].class);

    private RowMappers() {}

    /**
     * A mapper for a class.
     *
     * @throws IllegalArgumentException if rows can't be made into it
     */
    public static <T> RowMapper<T> forClass(Class<T> type) {
        if (type == Row.class) {
            throw new IllegalArgumentException("a Row lives within its mapper only: map it to something that lasts");
        }
        if (VALUES.contains(type) || Temporal.class.isAssignableFrom(type)) {
            return new SingleValueMapper<>(type);
        }
        if (type.isRecord()) {
            return RecordMapper.of(type);
        }
        if (type.isPrimitive() || type.isInterface() || type.isArray() || type.isEnum() || isAbstract(type)) {
            throw new IllegalArgumentException("no row can be made into " + type.getName()
                    + ": give a record, a class with setters, or the class of a single value");
        }
        return BeanMapper.of(type);
    }

    private static boolean isAbstract(Class<?> type) {
        return Modifier.isAbstract(type.getModifiers());
    }
}
