package dev.sluice.testkit.scripted;

import dev.sluice.testkit.engine.AthenaType;
import dev.sluice.testkit.engine.EngineResult;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a script answers with. Values have the Java forms of {@link AthenaType}, or are the very text.
 *
 * <pre>{@code
 * ScriptedRows.of("id", "bigint", "name", "varchar").row(1L, "a").row(2L, null)
 * }</pre>
 *
 * @since 0.1
 */
public final class ScriptedRows {
    private final List<EngineResult.Column> columns;
    private final List<@Nullable Object[]> rows;
    private final long generated;
    private final @Nullable LongFunction<@Nullable Object[]> generator;

    private ScriptedRows(
            List<EngineResult.Column> columns,
            List<@Nullable Object[]> rows,
            long generated,
            @Nullable LongFunction<@Nullable Object[]> generator) {
        this.columns = columns;
        this.rows = rows;
        this.generated = generated;
        this.generator = generator;
    }

    /**
     * No rows yet, of these columns.
     *
     * @param namesAndTypes a name, a type as SQL spells it, a name, a type …
     * @return the rows
     * @throws IllegalArgumentException if a name has no type, or a type is none
     */
    public static ScriptedRows of(String... namesAndTypes) {
        if (namesAndTypes.length == 0 || namesAndTypes.length % 2 != 0) {
            throw new IllegalArgumentException("a name and a type for each column, not " + namesAndTypes.length);
        }
        List<EngineResult.Column> columns = new ArrayList<>();
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            columns.add(new EngineResult.Column(namesAndTypes[i], AthenaType.parse(namesAndTypes[i + 1])));
        }
        return of(columns);
    }

    /**
     * No rows yet, of these columns.
     *
     * @param columns names, which may repeat, and types
     * @return the rows
     */
    public static ScriptedRows of(List<EngineResult.Column> columns) {
        return new ScriptedRows(List.copyOf(columns), List.of(), 0, null);
    }

    /**
     * With one row more.
     *
     * @param values one a column; null is NULL
     * @return a changed copy
     * @throws IllegalArgumentException if there are more or fewer values than columns
     */
    public ScriptedRows row(@Nullable Object... values) {
        if (values.length != columns.size()) {
            throw new IllegalArgumentException(values.length + " values for " + columns.size() + " columns");
        }
        List<@Nullable Object[]> more = new ArrayList<>(rows);
        more.add(values.clone());
        return new ScriptedRows(columns, more, generated, generator);
    }

    /**
     * With rows that are made as they are written, however many; they follow those of {@link #row}.
     *
     * @param count how many
     * @param values the values of row 0, 1, 2 …
     * @return a changed copy
     */
    public ScriptedRows generate(long count, LongFunction<@Nullable Object[]> values) {
        return new ScriptedRows(columns, rows, count, values);
    }

    EngineResult result() {
        return new EngineResult.Rows(columns, iterator(), () -> {});
    }

    private Iterator<@Nullable Object[]> iterator() {
        Iterator<@Nullable Object[]> given = rows.iterator();
        LongFunction<@Nullable Object[]> make = generator;
        return new Iterator<>() {
            private long made;

            @Override
            public boolean hasNext() {
                return given.hasNext() || (make != null && made < generated);
            }

            @Override
            public @Nullable Object[] next() {
                if (given.hasNext()) {
                    return given.next();
                }
                if (make == null || made >= generated) {
                    throw new NoSuchElementException();
                }
                return make.apply(made++);
            }
        };
    }
}
