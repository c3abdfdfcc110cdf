package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.AthenaType;
import io.trino.sql.tree.AllColumns;
import io.trino.sql.tree.AtTimeZone;
import io.trino.sql.tree.Cast;
import io.trino.sql.tree.CharLiteral;
import io.trino.sql.tree.Expression;
import io.trino.sql.tree.FunctionCall;
import io.trino.sql.tree.GenericLiteral;
import io.trino.sql.tree.IntervalLiteral;
import io.trino.sql.tree.Query;
import io.trino.sql.tree.QuerySpecification;
import io.trino.sql.tree.SelectItem;
import io.trino.sql.tree.SingleColumn;
import io.trino.sql.tree.StringLiteral;
import io.trino.sql.tree.TimeLiteral;
import io.trino.sql.tree.TimestampLiteral;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a select item says of its own type where DuckDB has no such type: the length of a char, the digits of a timestamp, a
 * zone, an interval of months.
 */
record DeclaredTypes(List<Declared> columns) {
    /** One column; both parts null where nothing is declared. */
    record Declared(@Nullable AthenaType type, @Nullable ZoneId zone) {
        static final Declared NOTHING = new Declared(null, null);
    }

    private static final DeclaredTypes NONE = new DeclaredTypes(List.of());

    static DeclaredTypes of(Query query) {
        if (!(query.getQueryBody() instanceof QuerySpecification specification)) {
            return NONE;
        }
        List<SelectItem> items = specification.getSelect().getSelectItems();
        if (items.stream().anyMatch(AllColumns.class::isInstance)) {
            return NONE;
        }
        return new DeclaredTypes(
                items.stream().map(i -> of(((SingleColumn) i).getExpression())).toList());
    }

    Declared column(int index) {
        return index < columns.size() ? columns.get(index) : Declared.NOTHING;
    }

    private static Declared of(Expression expression) {
        if (expression instanceof Cast cast) {
            return new Declared(DuckDbTypes.fromTrino(cast.getType()), null);
        }
        if (expression instanceof StringLiteral literal) {
            return type(AthenaType.of("varchar", literal.length()));
        }
        if (expression instanceof CharLiteral literal) {
            return type(AthenaType.of("char", literal.length()));
        }
        if (expression instanceof TimestampLiteral literal) {
            String value = literal.getValue().trim();
            return ExpressionWriter.hasZone(value)
                    ? new Declared(AthenaType.of("timestamp with time zone", digits(value)), zoneAtEnd(value))
                    : type(AthenaType.of("timestamp", digits(value)));
        }
        if (expression instanceof TimeLiteral literal) {
            String zoned = ExpressionWriter.hasZone(literal.getValue()) ? "time with time zone" : "time";
            return type(AthenaType.of(zoned, digits(literal.getValue())));
        }
        if (expression instanceof IntervalLiteral literal) {
            return type(AthenaType.of(literal.isYearToMonth() ? "interval year to month" : "interval day to second"));
        }
        if (expression instanceof AtTimeZone at && at.getTimeZone() instanceof StringLiteral zone) {
            return new Declared(null, zone(zone.getValue()));
        }
        if (expression instanceof GenericLiteral literal && literal.getType().equalsIgnoreCase("ipaddress")) {
            return type(AthenaType.of("ipaddress"));
        }
        if (expression instanceof FunctionCall call && call.getArguments().size() == 2) {
            String name = call.getName().getSuffix().toLowerCase(Locale.ROOT);
            boolean zones = name.equals("at_timezone") || name.equals("with_timezone");
            if (zones && call.getArguments().get(1) instanceof StringLiteral zone) {
                return new Declared(null, zone(zone.getValue()));
            }
        }
        return Declared.NOTHING;
    }

    private static Declared type(AthenaType type) {
        return new Declared(type, null);
    }

    /** How many fraction digits a literal has. */
    private static int digits(String value) {
        int point = value.indexOf('.');
        int end = point + 1;
        while (point >= 0 && end < value.length() && Character.isDigit(value.charAt(end))) {
            end++;
        }
        return point < 0 ? 0 : end - point - 1;
    }

    private static @Nullable ZoneId zoneAtEnd(String value) {
        String last = value.substring(value.lastIndexOf(' ') + 1);
        int sign = Math.max(last.lastIndexOf('+'), last.lastIndexOf('-'));
        return zone(last.contains(":") && sign > 0 ? last.substring(sign) : last);
    }

    private static @Nullable ZoneId zone(String text) {
        try {
            ZoneId zone = ZoneId.of(text);
            return zone.normalized().equals(java.time.ZoneOffset.UTC) ? ZoneId.of("UTC") : zone;
        } catch (DateTimeException e) {
            // DuckDB judges the zone when it runs the query; here only its text would have been kept.
            return null;
        }
    }
}
