package dev.sluice.reader;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The columns of a result, in order. Known before the first row, and for a result without rows too. A statement that gives no
 * rows at all has no column.
 *
 * @since 0.1
 */
public final class ResultSchema {
    private final List<ResultColumn> columns;
    private final Schema arrow;
    private final Map<String, Integer> exact = new HashMap<>();
    private final Map<String, Integer> folded = new HashMap<>();

    /**
     * A schema of these columns.
     *
     * @param columns in order
     */
    public ResultSchema(List<ResultColumn> columns) {
        this.columns = List.copyOf(columns);
        this.arrow = new Schema(this.columns.stream().map(ResultColumn::field).toList());
        for (int i = 0; i < this.columns.size(); i++) {
            String name = this.columns.get(i).name();
            exact.putIfAbsent(name, i);
            folded.putIfAbsent(name.toLowerCase(Locale.ROOT), i);
        }
    }

    /**
     * The columns.
     *
     * @return in order
     */
    public List<ResultColumn> columns() {
        return columns;
    }

    /**
     * One column.
     *
     * @param index its position, from 0
     * @return the column
     * @throws IndexOutOfBoundsException if there is none
     */
    public ResultColumn column(int index) {
        return columns.get(index);
    }

    /**
     * How many columns there are.
     *
     * @return the number
     */
    public int size() {
        return columns.size();
    }

    /**
     * Looks for a column: first by the very name, then without regard to case. Of several alike the first is found.
     *
     * @param name the name
     * @return its position, from 0, or nothing
     */
    public OptionalInt find(String name) {
        Integer index = exact.get(name);
        if (index == null) {
            index = folded.get(name.toLowerCase(Locale.ROOT));
        }
        return index == null ? OptionalInt.empty() : OptionalInt.of(index);
    }

    /**
     * Finds a column as {@link #find(String)} does.
     *
     * @param name the name
     * @return its position, from 0
     * @throws IllegalArgumentException if no column has the name; the message lists those that are there
     */
    public int indexOf(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException("no column '" + name + "' in "
                        + columns.stream().map(ResultColumn::name).toList()));
    }

    /**
     * The schema of every batch.
     *
     * @return Arrow's view of the columns
     */
    public Schema arrow() {
        return arrow;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ResultSchema that && columns.equals(that.columns);
    }

    @Override
    public int hashCode() {
        return columns.hashCode();
    }

    /** The columns with their types, as in {@code (id bigint, name varchar)}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("(");
        for (ResultColumn column : columns) {
            text.append(text.length() == 1 ? "" : ", ")
                    .append(column.name())
                    .append(' ')
                    .append(column.athenaType());
        }
        return text.append(')').toString();
    }
}
