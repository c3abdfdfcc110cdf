package dev.sluice.testkit.duckdb;

import io.trino.sql.tree.DereferenceExpression;
import io.trino.sql.tree.Identifier;
import io.trino.sql.tree.SingleColumn;
import java.util.Locale;
import java.util.Optional;

/** The names of result columns. */
final class Names {
    private Names() {}

    /** The name a select item has of itself, in lower case as Athena gives it; nothing for an expression. */
    static Optional<String> of(SingleColumn column) {
        if (column.getAlias().isPresent()) {
            return column.getAlias().map(Names::lower);
        }
        if (column.getExpression() instanceof Identifier identifier) {
            return Optional.of(lower(identifier));
        }
        if (column.getExpression() instanceof DereferenceExpression dereference) {
            return dereference.getField().map(Names::lower);
        }
        return Optional.empty();
    }

    private static String lower(Identifier identifier) {
        return identifier.getValue().toLowerCase(Locale.ROOT);
    }
}
