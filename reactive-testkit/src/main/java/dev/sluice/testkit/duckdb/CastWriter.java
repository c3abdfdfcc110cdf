package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.AthenaType;
import io.trino.sql.tree.Cast;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Casts, which differ where text, zones, lengths or JSON are concerned. */
final class CastWriter {
    private final ExpressionWriter expressions;

    CastWriter(ExpressionWriter expressions) {
        this.expressions = expressions;
    }

    String write(Cast node) {
        String value = expressions.write(node.getExpression());
        Typed from = expressions.type(node.getExpression());
        AthenaType to = DuckDbTypes.fromTrino(node.getType());
        String word = node.isSafe() ? "TRY_CAST(" : "CAST(";
        if (to.base().equals("json")) {
            return toJson(value, from);
        }
        if (from != null) {
            String own = fromKnown(value, from, to);
            if (own != null) {
                return own;
            }
        }
        String cast = word + value + " AS " + DuckDbTypes.toDuckDb(to) + ")";
        return switch (to.base()) {
            // DuckDB has no lengths: Trino pads char and cuts both.
            case "char" -> "rpad(" + cast + ", " + to.precision() + ", ' ')";
            case "varchar" -> to.precision() > 0 ? "left(" + cast + ", " + to.precision() + ")" : cast;
            case "timestamp" -> {
                boolean exact =
                        from != null && from.is("timestamp") && from.type().precision() <= to.precision();
                yield exact ? cast : digits(cast, to.precision());
            }
            default -> cast;
        };
    }

    private static @Nullable String fromKnown(String value, Typed from, AthenaType to) {
        boolean text = to.base().equals("varchar") || to.base().equals("char");
        if (text) {
            String written = text(value, from);
            boolean cut = to.precision() > 0 && written != null;
            return cut ? "left(" + written + ", " + to.precision() + ")" : written;
        }
        if (from.is("timestamp with time zone")
                && (to.base().equals("date") || to.base().equals("timestamp"))) {
            String local = "CAST(" + Zones.toLocal(value, from.zone()) + " AS " + DuckDbTypes.toDuckDb(to) + ")";
            return to.base().equals("date") ? local : digits(local, to.precision());
        }
        return null;
    }

    /** Text as Trino's cast writes it; null where DuckDB's is the same. */
    private static @Nullable String text(String value, Typed from) {
        int digits = from.type().precision();
        return switch (from.type().base()) {
            case "double", "real" -> "trino_double_text(" + value + ")";
            case "timestamp" -> digits > 6 ? null : stamp(value, digits);
            case "timestamp with time zone" -> {
                ZoneId zone = from.zone();
                yield digits > 6
                        ? null
                        : "(" + stamp(Zones.toLocal(value, zone), digits) + " || "
                                + Sql.literal(" " + (zone == null ? "UTC" : zone.getId())) + ")";
            }
            case "json" -> "(" + value + " ->> '$')";
            default -> null;
        };
    }

    private static String stamp(String value, int digits) {
        String seconds = "strftime(" + value + ", '%Y-%m-%d %H:%M:%S";
        if (digits == 0) {
            return seconds + "')";
        }
        return digits == 3 ? seconds + ".%g')" : "left(" + seconds + ".%f'), " + (20 + digits) + ")";
    }

    /** Rounded, as Trino does. */
    private static String digits(String timestamp, int precision) {
        if (precision >= 6) {
            return timestamp;
        }
        return precision == 0
                ? "date_trunc('second', " + timestamp + " + to_milliseconds(500))"
                : "date_trunc('milliseconds', " + timestamp + " + to_microseconds(500))";
    }

    /** Trino orders the keys of an object. */
    private static String toJson(String value, @Nullable Typed from) {
        if (from != null && from.is("map")) {
            return "to_json(map_from_entries(list_sort(map_entries(" + value + "))))";
        }
        return from != null && from.is("json") ? value : "to_json(" + value + ")";
    }
}
