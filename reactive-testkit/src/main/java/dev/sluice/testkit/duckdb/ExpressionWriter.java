package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.AthenaType;
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
import io.trino.sql.tree.Format;
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
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes Trino's expressions in DuckDB's words. Trino's own formatter writes what both languages spell alike; only what differs
 * stands here.
 */
final class ExpressionWriter extends ExpressionFormatter.Formatter {
    private final QueryWriter queries;
    private final FunctionWriter functions = new FunctionWriter(this);
    private final List<Expression> parameters;
    private final Analysis analysis;

    ExpressionWriter(QueryWriter queries, List<Expression> parameters, Analysis analysis) {
        super(Optional.empty(), Optional.empty());
        this.queries = queries;
        this.parameters = parameters;
        this.analysis = analysis;
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

    @Nullable
    Typed type(Expression expression) {
        return analysis.type(expression);
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
        AthenaType type = LiteralTypes.decimal(node.getValue());
        if (type.precision() > CommonTypes.MAX_DIGITS) {
            throw new SemanticException(
                    "INVALID_LITERAL", node, "a DECIMAL literal has at most " + CommonTypes.MAX_DIGITS + " digits");
        }
        return "CAST('" + node.getValue().replace("_", "") + "' AS " + DuckDbTypes.toDuckDb(type) + ")";
    }

    @Override
    protected String visitGenericLiteral(GenericLiteral node, @Nullable Void context) {
        String type = node.getType().toLowerCase(Locale.ROOT);
        String text = Sql.literal(node.getValue());
        return switch (type) {
            case "char", "varchar", "ipaddress" -> text;
            case "date" ->
                "CAST(" + Sql.literal(TimeText.toDuckDb(node.getValue().trim())) + " AS DATE)";
            case "json" -> "CAST(" + Sql.literal(JsonText.canonical(node.getValue(), node)) + " AS JSON)";
            default -> "CAST(" + text + " AS " + DuckDbTypes.toDuckDb(AthenaType.of(type)) + ")";
        };
    }

    @Override
    protected String visitTimeLiteral(TimeLiteral node, @Nullable Void context) {
        String value = node.getValue().replace(" ", "");
        boolean zoned = LiteralTypes.zoneText(value) != null;
        String type = LiteralTypes.digits(value) > 6 ? "TIME_NS" : "TIME";
        return "CAST(" + Sql.literal(value) + " AS " + (zoned ? "TIMETZ" : type) + ")";
    }

    @Override
    protected String visitTimestampLiteral(TimestampLiteral node, @Nullable Void context) {
        String value = node.getValue();
        String zone = LiteralTypes.zoneText(value);
        boolean fine = LiteralTypes.digits(value) > 6;
        String local = Sql.literal(TimeText.toDuckDb(LiteralTypes.withoutZone(value)));
        String timestamp = "CAST(" + local + " AS " + (fine ? "TIMESTAMP_NS" : "TIMESTAMP") + ")";
        if (zone == null) {
            return timestamp;
        }
        ZoneId known = LiteralTypes.zone(zone);
        if (known == null && !LiteralTypes.isUtc(zone)) {
            throw new SemanticException("INVALID_LITERAL", node, "'" + value + "' is not a valid TIMESTAMP literal");
        }
        return fine && known == null ? "CAST(" + timestamp + " AS TIMESTAMPTZ_NS)" : Zones.toInstant(timestamp, known);
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
        return new CastWriter(this).write(node);
    }

    @Override
    protected String visitAtTimeZone(AtTimeZone node, @Nullable Void context) {
        // The instant stays; the zone is a matter of what is shown, and the analysis keeps it.
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
        String plain = "(" + left + " " + node.getOperator().getValue() + " " + right + ")";
        Typed type = type(node);
        if (type == null) {
            return plain;
        }
        boolean divides = node.getOperator() == ArithmeticBinaryExpression.Operator.DIVIDE;
        if (divides && type.is("decimal")) {
            // DuckDB divides decimals as doubles.
            return "CAST(" + plain + " AS " + DuckDbTypes.toDuckDb(type.type()) + ")";
        }
        if (divides && (type.is("double") || type.is("real"))) {
            return "trino_divide(" + left + ", " + right + ")";
        }
        Typed from = type(node.getLeft());
        if (type.is("interval day to second") && from != null && from.is("date")) {
            return "to_days(CAST(" + plain + " AS INTEGER))";
        }
        return type.is("date") ? "CAST(" + plain + " AS DATE)" : plain;
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
        String value = local(node.getExpression());
        return switch (node.getField()) {
            case DAY_OF_WEEK, DOW -> "isodow(" + value + ")";
            case DAY_OF_YEAR, DOY -> "dayofyear(" + value + ")";
            case DAY_OF_MONTH -> "day(" + value + ")";
            case YEAR_OF_WEEK, YOW -> "isoyear(" + value + ")";
            default -> "extract(" + node.getField().name().toLowerCase(Locale.ROOT) + " FROM " + value + ")";
        };
    }

    /** What a clock in the value's zone shows: the fields of a timestamp are those of its zone. */
    String local(Expression expression) {
        Typed type = type(expression);
        String value = write(expression);
        return type != null && type.is("timestamp with time zone") && type.zone() != null
                ? Zones.toLocal(value, type.zone())
                : value;
    }

    @Override
    protected String visitFormat(Format node, @Nullable Void context) {
        return "printf(" + writeAll(node.getArguments()) + ")";
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
