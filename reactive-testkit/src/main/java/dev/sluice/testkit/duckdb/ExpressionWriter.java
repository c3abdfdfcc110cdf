package dev.sluice.testkit.duckdb;

import io.trino.sql.ExpressionFormatter;
import io.trino.sql.tree.ArithmeticBinaryExpression;
import io.trino.sql.tree.Array;
import io.trino.sql.tree.AtTimeZone;
import io.trino.sql.tree.BinaryLiteral;
import io.trino.sql.tree.Cast;
import io.trino.sql.tree.CharLiteral;
import io.trino.sql.tree.CurrentTime;
import io.trino.sql.tree.DecimalLiteral;
import io.trino.sql.tree.DereferenceExpression;
import io.trino.sql.tree.DoubleLiteral;
import io.trino.sql.tree.ExistsPredicate;
import io.trino.sql.tree.Expression;
import io.trino.sql.tree.Extract;
import io.trino.sql.tree.FunctionCall;
import io.trino.sql.tree.GenericLiteral;
import io.trino.sql.tree.Identifier;
import io.trino.sql.tree.IfExpression;
import io.trino.sql.tree.IntervalLiteral;
import io.trino.sql.tree.LambdaExpression;
import io.trino.sql.tree.NullLiteral;
import io.trino.sql.tree.Parameter;
import io.trino.sql.tree.Row;
import io.trino.sql.tree.StringLiteral;
import io.trino.sql.tree.SubqueryExpression;
import io.trino.sql.tree.SubscriptExpression;
import io.trino.sql.tree.TimeLiteral;
import io.trino.sql.tree.TimestampLiteral;
import io.trino.sql.tree.Trim;
import io.trino.sql.tree.TryExpression;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes Trino's expressions in DuckDB's words. Trino's own formatter writes what both languages spell alike; only what differs
 * stands here.
 */
final class ExpressionWriter extends ExpressionFormatter.Formatter {
    private static final Pattern ZONE = Pattern.compile("\\d{1,2}:\\d{2}.*?(\\s*[+-]\\d{2}:?\\d{2}|\\s+\\S+|Z)$");
    private static final Pattern FINE_FRACTION = Pattern.compile("\\.\\d{7,}");

    private final QueryWriter queries;
    private final FunctionWriter functions = new FunctionWriter(this);
    private final List<Expression> parameters;

    ExpressionWriter(QueryWriter queries, List<Expression> parameters) {
        super(Optional.empty(), Optional.empty());
        this.queries = queries;
        this.parameters = parameters;
    }

    String write(Expression expression) {
        return process(expression, null);
    }

    String writeAll(List<? extends Expression> expressions) {
        return expressions.stream().map(this::write).collect(Collectors.joining(", "));
    }

    QueryWriter queries() {
        return queries;
    }

    /** Whether a time or timestamp literal names a zone. */
    static boolean hasZone(String literal) {
        return ZONE.matcher(literal.trim()).find();
    }

    @Override
    protected String visitSubqueryExpression(SubqueryExpression node, @Nullable Void context) {
        return "(" + queries.write(node.getQuery()) + ")";
    }

    @Override
    protected String visitExists(ExistsPredicate node, @Nullable Void context) {
        return "(EXISTS " + write(node.getSubquery()) + ")";
    }

    @Override
    protected String visitIdentifier(Identifier node, @Nullable Void context) {
        return Sql.identifier(node.getValue());
    }

    @Override
    protected String visitDereferenceExpression(DereferenceExpression node, @Nullable Void context) {
        String base = write(node.getBase());
        boolean name = node.getBase() instanceof Identifier || node.getBase() instanceof DereferenceExpression;
        return (name ? base : "(" + base + ")") + "."
                + node.getField().map(f -> Sql.identifier(f.getValue())).orElse("*");
    }

    @Override
    protected String visitParameter(Parameter node, @Nullable Void context) {
        return "(" + write(parameters.get(node.getId())) + ")";
    }

    @Override
    protected String visitNullLiteral(NullLiteral node, @Nullable Void context) {
        return "NULL";
    }

    @Override
    protected String visitStringLiteral(StringLiteral node, @Nullable Void context) {
        return Sql.literal(node.getValue());
    }

    @Override
    protected String visitCharLiteral(CharLiteral node, @Nullable Void context) {
        return Sql.literal(node.getValue());
    }

    @Override
    protected String visitBinaryLiteral(BinaryLiteral node, @Nullable Void context) {
        return "unhex('" + node.toHexString() + "')";
    }

    @Override
    protected String visitDoubleLiteral(DoubleLiteral node, @Nullable Void context) {
        return "CAST('" + node.getValue() + "' AS DOUBLE)";
    }

    @Override
    protected String visitDecimalLiteral(DecimalLiteral node, @Nullable Void context) {
        String digits = node.getValue().replace("_", "");
        int point = digits.indexOf('.');
        int scale = point < 0 ? 0 : digits.length() - point - 1;
        int significant = digits.replaceFirst("^[-+]?0*", "").replace(".", "").length();
        int precision = Math.max(Math.max(significant, scale), 1);
        return "CAST('" + digits + "' AS DECIMAL(" + precision + ", " + scale + "))";
    }

    @Override
    protected String visitGenericLiteral(GenericLiteral node, @Nullable Void context) {
        String type = node.getType().toLowerCase(Locale.ROOT);
        if (type.equals("char") || type.equals("varchar")) {
            return Sql.literal(node.getValue());
        }
        if (type.equals("ipaddress")) {
            return Sql.literal(node.getValue());
        }
        String duck = DuckDbTypes.toDuckDb(dev.sluice.testkit.engine.AthenaType.of(type));
        return "CAST(" + Sql.literal(node.getValue()) + " AS " + duck + ")";
    }

    @Override
    protected String visitTimeLiteral(TimeLiteral node, @Nullable Void context) {
        String value = node.getValue().replace(" ", "");
        return "CAST(" + Sql.literal(value) + " AS " + (hasZone(node.getValue()) ? "TIMETZ" : "TIME") + ")";
    }

    @Override
    protected String visitTimestampLiteral(TimestampLiteral node, @Nullable Void context) {
        String value = node.getValue();
        String type =
                hasZone(value) ? "TIMESTAMPTZ" : FINE_FRACTION.matcher(value).find() ? "TIMESTAMP_NS" : "TIMESTAMP";
        return "CAST(" + Sql.literal(value) + " AS " + type + ")";
    }

    @Override
    protected String visitIntervalLiteral(IntervalLiteral node, @Nullable Void context) {
        return IntervalText.toDuckDb(node);
    }

    @Override
    protected String visitArray(Array node, @Nullable Void context) {
        return "[" + writeAll(node.getValues()) + "]";
    }

    @Override
    protected String visitRow(Row node, @Nullable Void context) {
        return "row(" + writeAll(node.getItems()) + ")";
    }

    @Override
    protected String visitSubscriptExpression(SubscriptExpression node, @Nullable Void context) {
        return "(" + write(node.getBase()) + ")[" + write(node.getIndex()) + "]";
    }

    @Override
    public String visitCast(Cast node, @Nullable Void context) {
        String value = write(node.getExpression());
        var type = DuckDbTypes.fromTrino(node.getType());
        if (type.base().equals("json")) {
            return "to_json(" + value + ")";
        }
        String cast = (node.isSafe() ? "TRY_CAST(" : "CAST(") + value + " AS " + DuckDbTypes.toDuckDb(type) + ")";
        return switch (type.base()) {
            // DuckDB has no lengths: Trino pads char and cuts both.
            case "char" -> "rpad(" + cast + ", " + type.precision() + ", ' ')";
            case "varchar" -> type.precision() > 0 ? "left(" + cast + ", " + type.precision() + ")" : cast;
            case "timestamp" ->
                type.precision() < 6
                        ? "date_trunc('" + (type.precision() == 0 ? "second" : "milliseconds") + "', " + cast + ")"
                        : cast;
            default -> cast;
        };
    }

    @Override
    protected String visitAtTimeZone(AtTimeZone node, @Nullable Void context) {
        // The instant stays; the zone is a matter of text, and DeclaredTypes keeps it.
        return "CAST(" + write(node.getValue()) + " AS TIMESTAMPTZ)";
    }

    @Override
    protected String visitTryExpression(TryExpression node, @Nullable Void context) {
        return "TRY(" + write(node.getInnerExpression()) + ")";
    }

    @Override
    protected String visitIfExpression(IfExpression node, @Nullable Void context) {
        return "(CASE WHEN " + write(node.getCondition()) + " THEN " + write(node.getTrueValue())
                + node.getFalseValue().map(e -> " ELSE " + write(e)).orElse("") + " END)";
    }

    @Override
    protected String visitArithmeticBinary(ArithmeticBinaryExpression node, @Nullable Void context) {
        String left = write(node.getLeft());
        String right = write(node.getRight());
        return switch (node.getOperator()) {
            case DIVIDE -> "trino_divide(" + left + ", " + right + ")";
            case MODULUS -> "trino_modulus(" + left + ", " + right + ")";
            default -> "(" + left + " " + node.getOperator().getValue() + " " + right + ")";
        };
    }

    @Override
    protected String visitCurrentTime(CurrentTime node, @Nullable Void context) {
        return switch (node.getFunction()) {
            case DATE -> "current_date";
            case TIME -> "CAST(current_time AS TIMETZ)";
            case TIMESTAMP -> "CAST(now() AS TIMESTAMPTZ)";
            case LOCALTIME -> "CAST(now() AS TIME)";
            case LOCALTIMESTAMP -> "CAST(now() AS TIMESTAMP)";
        };
    }

    @Override
    protected String visitExtract(Extract node, @Nullable Void context) {
        String value = write(node.getExpression());
        return switch (node.getField()) {
            case DAY_OF_WEEK, DOW -> "isodow(" + value + ")";
            case DAY_OF_YEAR, DOY -> "dayofyear(" + value + ")";
            case DAY_OF_MONTH -> "day(" + value + ")";
            case YEAR_OF_WEEK, YOW -> "isoyear(" + value + ")";
            default -> "extract(" + node.getField().name().toLowerCase(Locale.ROOT) + " FROM " + value + ")";
        };
    }

    @Override
    protected String visitTrim(Trim node, @Nullable Void context) {
        String function = switch (node.getSpecification()) {
            case BOTH -> "trim";
            case LEADING -> "ltrim";
            case TRAILING -> "rtrim";
        };
        return function + "(" + write(node.getTrimSource())
                + node.getTrimCharacter().map(c -> ", " + write(c)).orElse("") + ")";
    }

    @Override
    protected String visitLambdaExpression(LambdaExpression node, @Nullable Void context) {
        String arguments = node.getArguments().stream()
                .map(a -> Sql.identifier(a.getName().getValue()))
                .collect(Collectors.joining(", "));
        return (node.getArguments().size() == 1 ? arguments : "(" + arguments + ")") + " -> " + write(node.getBody());
    }

    @Override
    protected String visitFunctionCall(FunctionCall node, @Nullable Void context) {
        return functions.write(node);
    }
}
