package dev.sluice.testkit.duckdb;

import io.trino.sql.tree.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The columns an expression may name. A scope that is not complete has columns nobody here knows (a relation that only DuckDB
 * understands): then a name that is not found is DuckDB's to judge.
 */
record Scope(List<Field> fields, boolean complete, @Nullable Scope outer) {
    static final Scope EMPTY = new Scope(List.of(), true, null);

    /** A column, with the names of its table; a null type is known to DuckDB alone. */
    record Field(
            @Nullable String schema,
            @Nullable String table,
            String name,
            @Nullable Typed type) {
        boolean matches(@Nullable String inSchema, @Nullable String ofTable, String column) {
            return name.equalsIgnoreCase(column)
                    && (ofTable == null || ofTable.equalsIgnoreCase(table))
                    && (inSchema == null || inSchema.equalsIgnoreCase(schema));
        }

        Field under(@Nullable String newTable, String newName) {
            return new Field(null, newTable, newName, type);
        }
    }

    Scope with(@Nullable Scope newOuter) {
        return new Scope(fields, complete, newOuter);
    }

    Scope and(Scope other) {
        List<Field> all = new ArrayList<>(fields);
        all.addAll(other.fields);
        return new Scope(all, complete && other.complete, outer);
    }

    boolean isComplete() {
        return complete && (outer == null || outer.isComplete());
    }

    Optional<Field> find(@Nullable String schema, @Nullable String table, String name, Node at) {
        List<Field> found =
                fields.stream().filter(f -> f.matches(schema, table, name)).toList();
        if (found.size() > 1) {
            throw new SemanticException("AMBIGUOUS_NAME", at, "Column '" + name + "' is ambiguous");
        }
        if (found.isEmpty() && outer != null) {
            return outer.find(schema, table, name, at);
        }
        return found.stream().findFirst();
    }

    /** The columns of one table, for {@code t.*}. */
    List<Field> of(String table) {
        List<Field> found =
                fields.stream().filter(f -> table.equalsIgnoreCase(f.table())).toList();
        return found.isEmpty() && outer != null ? outer.of(table) : found;
    }
}
