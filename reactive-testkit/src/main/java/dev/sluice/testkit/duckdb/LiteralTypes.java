package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.AthenaType;
import io.trino.sql.tree.BinaryLiteral;
import io.trino.sql.tree.BooleanLiteral;
import io.trino.sql.tree.CharLiteral;
import io.trino.sql.tree.DecimalLiteral;
import io.trino.sql.tree.DoubleLiteral;
import io.trino.sql.tree.GenericLiteral;
import io.trino.sql.tree.IntervalLiteral;
import io.trino.sql.tree.Literal;
import io.trino.sql.tree.LongLiteral;
import io.trino.sql.tree.NullLiteral;
import io.trino.sql.tree.StringLiteral;
import io.trino.sql.tree.TimeLiteral;
import io.trino.sql.tree.TimestampLiteral;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The types of literals, which say their own digits, lengths and zones. */
final class LiteralTypes {
    private static final Pattern ZONE =
            Pattern.compile("\\d{1,2}:\\d{2}[:.\\d]*\\s*([+-]\\d{1,2}:?\\d{2}|[A-Za-z].*)$");

    private LiteralTypes() {}

    static @Nullable Typed of(Literal literal) {
        if (literal instanceof NullLiteral) {
            return Typed.UNKNOWN;
        }
        if (literal instanceof BooleanLiteral) {
            return Typed.BOOLEAN;
        }
        if (literal instanceof LongLiteral number) {
            long value = number.getParsedValue();
            return value == (int) value ? Typed.INTEGER : Typed.BIGINT;
        }
        if (literal instanceof DoubleLiteral) {
            return Typed.DOUBLE;
        }
        if (literal instanceof DecimalLiteral decimal) {
            return Typed.of(decimal(decimal.getValue()));
        }
        if (literal instanceof StringLiteral string) {
            return Typed.varchar(string.length());
        }
        if (literal instanceof CharLiteral string) {
            return Typed.of(AthenaType.of("char", string.length()));
        }
        if (literal instanceof BinaryLiteral) {
            return Typed.of("varbinary");
        }
        if (literal instanceof TimestampLiteral timestamp) {
            String value = timestamp.getValue();
            String zone = zoneText(value);
            return zone == null
                    ? Typed.of(AthenaType.of("timestamp", digits(value)))
                    : new Typed(AthenaType.of("timestamp with time zone", digits(value)), zone(zone));
        }
        if (literal instanceof TimeLiteral time) {
            String base = zoneText(time.getValue()) == null ? "time" : "time with time zone";
            return Typed.of(AthenaType.of(base, digits(time.getValue())));
        }
        if (literal instanceof IntervalLiteral interval) {
            return Typed.of(interval.isYearToMonth() ? "interval year to month" : "interval day to second");
        }
        return literal instanceof GenericLiteral generic ? generic(generic) : null;
    }

    private static Typed generic(GenericLiteral literal) {
        String name = literal.getType().toLowerCase(Locale.ROOT);
        return switch (name) {
            case "varchar" -> Typed.VARCHAR;
            case "char" -> Typed.of(AthenaType.of("char", literal.getValue().length()));
            case "int" -> Typed.INTEGER;
            default -> Typed.of(name);
        };
    }

    /** As many digits as are written, leading zeros but for one not counted. */
    static AthenaType decimal(String text) {
        String digits = text.replace("_", "").replaceFirst("^[-+]", "");
        int point = digits.indexOf('.');
        int scale = point < 0 ? 0 : digits.length() - point - 1;
        int significant = digits.replaceFirst("^0*", "").replace(".", "").length();
        return AthenaType.decimal(Math.max(Math.max(significant, scale), 1), scale);
    }

    /** How many fraction digits a literal has. */
    static int digits(String value) {
        int point = value.indexOf('.');
        int end = point + 1;
        while (point >= 0 && end < value.length() && Character.isDigit(value.charAt(end))) {
            end++;
        }
        return point < 0 ? 0 : end - point - 1;
    }

    /** The zone at the end of a time or timestamp; null if there is none. */
    static @Nullable String zoneText(String value) {
        Matcher m = ZONE.matcher(value.trim());
        return m.find() ? m.group(1) : null;
    }

    /** The literal without its zone. */
    static String withoutZone(String value) {
        Matcher m = ZONE.matcher(value.trim());
        return m.find() ? value.trim().substring(0, m.start(1)).trim() : value.trim();
    }

    static boolean isUtc(String text) {
        try {
            return ZoneId.of(text.trim()).normalized().equals(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            return false;
        }
    }

    /** UTC under its one name; null for it and for a zone that is none. */
    static @Nullable ZoneId zone(String text) {
        try {
            ZoneId zone = ZoneId.of(text.trim());
            return zone.normalized().equals(ZoneOffset.UTC) ? null : zone;
        } catch (DateTimeException e) {
            return null;
        }
    }
}
