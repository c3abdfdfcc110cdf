package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.InvalidStatementException;
import io.trino.sql.parser.ParsingException;
import io.trino.sql.parser.SqlParser;
import io.trino.sql.tree.Array;
import io.trino.sql.tree.BooleanLiteral;
import io.trino.sql.tree.CreateTableAsSelect;
import io.trino.sql.tree.CreateView;
import io.trino.sql.tree.DefaultTraversalVisitor;
import io.trino.sql.tree.Explain;
import io.trino.sql.tree.Expression;
import io.trino.sql.tree.Identifier;
import io.trino.sql.tree.Insert;
import io.trino.sql.tree.LongLiteral;
import io.trino.sql.tree.Parameter;
import io.trino.sql.tree.Property;
import io.trino.sql.tree.QualifiedName;
import io.trino.sql.tree.Query;
import io.trino.sql.tree.Statement;
import io.trino.sql.tree.StringLiteral;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** From text to {@link Parsed}: Trino's grammar first, Hive's and UNLOAD, which it lacks, by parsers of our own. */
final class StatementParser {
    private final SqlParser trino = new SqlParser();

    Parsed parse(String text) throws InvalidStatementException {
        String sql = stripEnd(text);
        Tokens tokens = new Tokens(sql);
        if (tokens.isNext("UNLOAD")) {
            return new UnloadParser(this, tokens).parse();
        }
        if (HiveParser.starts(tokens)) {
            return new HiveParser(tokens).parse();
        }
        return fromTrino(statement(sql));
    }

    /** The statement without a semicolon or blanks at its end. */
    private static String stripEnd(String sql) {
        String stripped = sql.stripTrailing();
        while (stripped.endsWith(";")) {
            stripped = stripped.substring(0, stripped.length() - 1).stripTrailing();
        }
        return stripped;
    }

    List<Expression> parameters(List<String> literals) throws InvalidStatementException {
        List<Expression> expressions = new ArrayList<>();
        for (String literal : literals) {
            try {
                expressions.add(trino.createExpression(literal));
            } catch (ParsingException e) {
                throw new InvalidStatementException(String.valueOf(e.getMessage()));
            }
        }
        return expressions;
    }

    io.trino.sql.tree.DataType type(String text) throws InvalidStatementException {
        try {
            return trino.createType(text);
        } catch (ParsingException e) {
            throw new InvalidStatementException(String.valueOf(e.getMessage()));
        }
    }

    /** A query inside a statement, whose places are those of the whole. */
    Query query(String sql, int from, int to) throws InvalidStatementException {
        String blanks = sql.substring(0, from).replaceAll("[^\\n]", " ");
        if (statement(blanks + sql.substring(from, to)) instanceof Query query) {
            return query;
        }
        throw new InvalidStatementException("line 1:1: mismatched input. Expecting: <query>");
    }

    private Statement statement(String sql) throws InvalidStatementException {
        try {
            return trino.createStatement(sql);
        } catch (ParsingException e) {
            throw new InvalidStatementException(String.valueOf(e.getMessage()));
        } catch (StackOverflowError e) {
            throw new InvalidStatementException("statement is too large (stack overflow during analysis)");
        }
    }

    private Parsed fromTrino(Statement statement) throws InvalidStatementException {
        int parameters = parameterCount(statement);
        if (statement instanceof Query query) {
            return new Parsed.Select(query, parameters);
        }
        if (statement instanceof Explain explain && explain.getStatement() instanceof Query query) {
            return new Parsed.Explain(query, parameters);
        }
        if (statement instanceof CreateTableAsSelect ctas) {
            return new Parsed.CreateTableAs(
                    name(ctas.getName()),
                    ctas.getSaveMode() == io.trino.sql.tree.SaveMode.IGNORE,
                    ctas.getQuery(),
                    parameters,
                    properties(ctas.getProperties()),
                    ctas.isWithData());
        }
        if (statement instanceof Insert insert) {
            return new Parsed.Insert(
                    name(insert.getTarget()),
                    insert.getColumns()
                            .map(c -> c.stream()
                                    .map(i -> i.getValue().toLowerCase(Locale.ROOT))
                                    .toList()),
                    insert.getQuery(),
                    parameters);
        }
        if (statement instanceof CreateView view) {
            return new Parsed.CreateView(name(view.getName()), view.isReplace(), view.getQuery());
        }
        throw new InvalidStatementException("line 1:1: the local Athena does not run statements of kind "
                + statement.getClass().getSimpleName());
    }

    static Map<String, Object> properties(List<Property> list) throws InvalidStatementException {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (Property property : list) {
            properties.put(
                    property.getName().getValue().toLowerCase(Locale.ROOT), value(property.getNonDefaultValue()));
        }
        return properties;
    }

    private static Object value(Expression expression) throws InvalidStatementException {
        if (expression instanceof StringLiteral literal) {
            return literal.getValue();
        }
        if (expression instanceof LongLiteral literal) {
            return literal.getParsedValue();
        }
        if (expression instanceof BooleanLiteral literal) {
            return literal.getValue();
        }
        if (expression instanceof Array array) {
            List<Object> values = new ArrayList<>();
            for (Expression element : array.getValues()) {
                values.add(value(element));
            }
            return values;
        }
        if (expression instanceof Identifier identifier) {
            return identifier.getValue();
        }
        throw new InvalidStatementException("line 1:1: a property must be a literal or an ARRAY of literals");
    }

    static Parsed.TableName name(QualifiedName name) {
        List<String> parts = name.getParts();
        String table = parts.get(parts.size() - 1).toLowerCase(Locale.ROOT);
        return new Parsed.TableName(
                parts.size() < 2 ? null : parts.get(parts.size() - 2).toLowerCase(Locale.ROOT), table);
    }

    static int parameterCount(Statement statement) {
        AtomicInteger count = new AtomicInteger();
        new DefaultTraversalVisitor<Void>() {
            @Override
            protected Void visitParameter(Parameter node, Void context) {
                count.incrementAndGet();
                return null;
            }
        }.process(statement, null);
        return count.get();
    }
}
