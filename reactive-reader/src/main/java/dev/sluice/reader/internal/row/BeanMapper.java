package dev.sluice.reader.internal.row;

import dev.sluice.reader.ResultSchema;
import dev.sluice.reader.Row;
import dev.sluice.reader.RowMapper;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A bean of each row: made by its constructor without parameters, filled by its public setters. Columns without a setter are
 * left out, and so are setters without a column.
 *
 * @param <T> the class
 */
final class BeanMapper<T> implements RowMapper<T> {
    private static final String SET = "set";

    private final Class<T> type;
    private final Constructor<T> constructor;
    private final List<Method> setters;
    private volatile @Nullable Binding binding;

    private BeanMapper(Class<T> type, Constructor<T> constructor, List<Method> setters) {
        this.type = type;
        this.constructor = constructor;
        this.setters = setters;
    }

    private record Bound(Method setter, int column) {}

    private record Binding(ResultSchema schema, List<Bound> bound) {}

    static <T> BeanMapper<T> of(Class<T> type) {
        Constructor<T> constructor = RecordMapper.constructor(type);
        List<Method> setters = new ArrayList<>();
        for (Method method : type.getMethods()) {
            if (isSetter(method)) {
                setters.add(accessible(method));
            }
        }
        if (setters.isEmpty()) {
            throw new IllegalArgumentException(type.getName() + " has no public setter");
        }
        return new BeanMapper<>(type, constructor, List.copyOf(setters));
    }

    private static boolean isSetter(Method method) {
        return method.getName().startsWith(SET)
                && method.getName().length() > SET.length()
                && method.getParameterCount() == 1
                && !Modifier.isStatic(method.getModifiers())
                && !method.isBridge();
    }

    private static Method accessible(Method method) {
        try {
            method.setAccessible(true);
            return method;
        } catch (InaccessibleObjectException e) {
            throw new IllegalArgumentException(method + " can't be called: open its package to dev.sluice.reader", e);
        }
    }

    @Override
    public T map(Row row) {
        T bean = RecordMapper.make(type, constructor);
        for (Bound bound : bound(row.schema())) {
            Object value =
                    RecordMapper.value(row, bound.column(), bound.setter().getParameterTypes()[0]);
            set(bean, bound.setter(), value);
        }
        return bean;
    }

    private void set(T bean, Method setter, @Nullable Object value) {
        try {
            setter.invoke(bean, value);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException own) {
                throw own;
            }
            throw new IllegalArgumentException(setter + " failed", e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(setter + " can't be called", e);
        }
    }

    @SuppressWarnings("ReferenceEquality") // asked for each row: another schema that is equal binds again, no more
    private List<Bound> bound(ResultSchema schema) {
        Binding known = binding;
        if (known == null || known.schema() != schema) {
            List<Bound> found = new ArrayList<>();
            for (Method setter : setters) {
                OptionalInt column = ColumnNames.find(schema, property(setter));
                if (column.isPresent()) {
                    found.add(new Bound(setter, column.getAsInt()));
                }
            }
            known = new Binding(schema, List.copyOf(found));
            binding = known;
        }
        return known.bound();
    }

    private static String property(Method setter) {
        String name = setter.getName().substring(SET.length());
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }
}
