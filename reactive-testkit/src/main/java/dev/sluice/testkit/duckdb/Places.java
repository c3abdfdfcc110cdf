package dev.sluice.testkit.duckdb;

import io.trino.sql.tree.FunctionCall;
import io.trino.sql.tree.Identifier;
import io.trino.sql.tree.Node;
import io.trino.sql.tree.Query;
import org.jspecify.annotations.Nullable;

/** Where in a statement a name stands, for errors that DuckDB finds: it knows no places of the original text. */
record Places(@Nullable Query query) {
    String of(String name) {
        Node found = query == null ? null : find(query, name);
        return found == null
                ? "line 1:1"
                : found.getLocation()
                        .map(l -> "line " + l.getLineNumber() + ":" + l.getColumnNumber())
                        .orElse("line 1:1");
    }

    private static @Nullable Node find(Node node, String name) {
        boolean named =
                (node instanceof Identifier identifier && identifier.getValue().equalsIgnoreCase(name))
                        || (node instanceof FunctionCall call
                                && call.getName().getSuffix().equalsIgnoreCase(name));
        if (named) {
            return node;
        }
        for (Node child : node.getChildren()) {
            Node found = find(child, name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
