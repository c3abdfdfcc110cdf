package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.InvalidStatementException;
import io.trino.sql.tree.Query;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code UNLOAD (query) TO 's3://…' WITH (name = value, …)}. */
final class UnloadParser {
    private final StatementParser statements;
    private final Tokens tokens;

    UnloadParser(StatementParser statements, Tokens tokens) {
        this.statements = statements;
        this.tokens = tokens;
    }

    Parsed.Unload parse() throws InvalidStatementException {
        tokens.expect("UNLOAD");
        Tokens.Token[] group = tokens.parenthesised();
        Query query = statements.query(tokens.sql(), group[0].to(), group[1].from());
        tokens.expect("TO");
        String location = tokens.string();
        tokens.expect("WITH", "(");
        Map<String, Object> properties = new LinkedHashMap<>();
        do {
            String name = tokens.identifier();
            tokens.expect("=");
            properties.put(name, value());
        } while (tokens.accept(","));
        tokens.expect(")");
        tokens.expectEnd();
        return new Parsed.Unload(query, StatementParser.parameterCount(query), location, properties);
    }

    private Object value() throws InvalidStatementException {
        if (tokens.peek().kind() == Tokens.Kind.STRING) {
            return tokens.string();
        }
        if (tokens.accept("ARRAY")) {
            tokens.expect("[");
            List<Object> values = new ArrayList<>();
            do {
                values.add(tokens.string().toLowerCase(Locale.ROOT));
            } while (tokens.accept(","));
            tokens.expect("]");
            return values;
        }
        return tokens.identifier();
    }
}
