package dev.sluice.testkit.duckdb;

import io.trino.sql.tree.Expression;
import io.trino.sql.tree.NodeRef;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known of a query before DuckDB sees it: the type of each expression, and the columns of its result. */
final class Analysis {
    private final Map<NodeRef<Expression>, Typed> types = new HashMap<>();
    private Scope result = new Scope(List.of(), false, null);

    void put(Expression expression, @Nullable Typed type) {
        if (type != null) {
            types.put(NodeRef.of(expression), type);
        }
    }

    @Nullable
    Typed type(Expression expression) {
        return types.get(NodeRef.of(expression));
    }

    void result(Scope scope) {
        result = scope;
    }

    /** A column of the result; null if its type is DuckDB's to tell. */
    @Nullable
    Typed column(int index) {
        return result.complete() && index < result.fields().size()
                ? result.fields().get(index).type()
                : null;
    }
}
