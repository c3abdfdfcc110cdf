package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.AthenaType;
import dev.sluice.testkit.engine.EngineResult.Column;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A column of a query's result: Trino's type where it is known, else DuckDB's.
 *
 * @param name its name; {@code _col0} and so on where it has none
 * @param type the type as it is shown
 * @param zone the zone of timestamps with one; null is UTC
 * @param unnamed whether the name is made up
 * @param converted whether DuckDB's own type is another one
 */
record Output(String name, AthenaType type, @Nullable ZoneId zone, boolean unnamed, boolean converted) {
    static List<Output> of(Connection connection, String sql, Analysis analysis) throws SQLException {
        List<Column> found = Describe.columns(connection, sql);
        List<Output> outputs = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            Column column = found.get(i);
            Typed known = analysis.column(i);
            AthenaType type = known == null ? plain(column.type()) : refined(column.type(), known.shown());
            boolean unnamed = column.name().startsWith(QueryWriter.UNNAMED);
            outputs.add(new Output(
                    unnamed ? "_col" + i : column.name(),
                    type,
                    known == null ? null : known.zone(),
                    unnamed,
                    !sameValues(column.type(), type)));
        }
        return outputs;
    }

    Column column() {
        return new Column(name, type);
    }

    static List<Column> columns(List<Output> outputs) {
        return outputs.stream().map(Output::column).toList();
    }

    /** DuckDB's type without what Athena does not have: 128-bit and unsigned integers. */
    private static AthenaType plain(AthenaType found) {
        return switch (found.base()) {
            case "hugeint" -> AthenaType.of("bigint");
            case "uhugeint", "ubigint" -> AthenaType.decimal(20, 0);
            case "array", "map", "row" ->
                parts(found, found.fields().stream().map(f -> plain(f.type())).toList());
            default -> found;
        };
    }

    /** The known type, unless DuckDB's values are of another kind and can't be converted. */
    private static AthenaType refined(AthenaType found, AthenaType known) {
        String from = found.base();
        String to = known.base();
        if (from.equals(to) && !known.fields().isEmpty()) {
            if (found.fields().size() != known.fields().size()) {
                return plain(found);
            }
            List<AthenaType> parts = new ArrayList<>();
            for (int i = 0; i < known.fields().size(); i++) {
                parts.add(refined(
                        found.fields().get(i).type(), known.fields().get(i).type()));
            }
            return parts(known, parts);
        }
        boolean text = from.equals("varchar") && (to.equals("char") || to.equals("ipaddress"));
        boolean intervals = from.startsWith("interval") && to.startsWith("interval");
        boolean untyped = from.equals("unknown")
                || (to.equals("unknown") && found.fields().isEmpty());
        boolean convertible = (isNumber(found) && isNumber(known)) || (isPoint(from) && isPoint(to));
        return from.equals(to) || text || intervals || untyped || convertible ? known : plain(found);
    }

    private static AthenaType parts(AthenaType whole, List<AthenaType> parts) {
        List<AthenaType.Field> fields = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            fields.add(new AthenaType.Field(whole.fields().get(i).name(), parts.get(i)));
        }
        return new AthenaType(whole.base(), 0, 0, fields);
    }

    private static boolean isNumber(AthenaType type) {
        return type.base().endsWith("hugeint") || type.base().equals("ubigint") || CommonTypes.isNumber(Typed.of(type));
    }

    private static boolean isPoint(String base) {
        return base.equals("date") || base.startsWith("timestamp");
    }

    /** Whether DuckDB keeps values of both types alike. */
    private static boolean sameValues(AthenaType found, AthenaType type) {
        if (found.fields().size() != type.fields().size()) {
            return false;
        }
        for (int i = 0; i < found.fields().size(); i++) {
            if (!sameValues(found.fields().get(i).type(), type.fields().get(i).type())) {
                return false;
            }
        }
        if (isNumber(found) || isPoint(found.base())) {
            boolean decimal = found.base().equals("decimal");
            return found.base().equals(type.base())
                    && (!decimal || (found.precision() == type.precision() && found.scale() == type.scale()))
                    && (decimal || Objects.equals(DuckDbTypes.toDuckDb(found), DuckDbTypes.toDuckDb(type)));
        }
        return true;
    }

    /** The expression for the value, of a query whose columns are called {@code c0}, {@code c1} … */
    String value(int index) {
        String name = "c" + index;
        return converted ? "CAST(" + name + " AS " + DuckDbTypes.toDuckDb(type) + ")" : name;
    }

    /** The same for reading through JDBC, whose arrays and structs give times only as java.sql's classes: as text there. */
    String readable(int index) {
        String name = "c" + index;
        if (type.fields().isEmpty() || !hasTimes(type)) {
            return value(index);
        }
        return "CAST(" + name + " AS " + DuckDbTypes.toDuckDb(asText(type)) + ")";
    }

    private static boolean hasTimes(AthenaType type) {
        return isText(type) || type.fields().stream().anyMatch(f -> hasTimes(f.type()));
    }

    private static boolean isText(AthenaType type) {
        return type.base().startsWith("timestamp") || type.base().startsWith("interval");
    }

    private static AthenaType asText(AthenaType type) {
        if (isText(type)) {
            return AthenaType.of("varchar");
        }
        return type.fields().isEmpty()
                ? type
                : parts(type, type.fields().stream().map(f -> asText(f.type())).toList());
    }
}
