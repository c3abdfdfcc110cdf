package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.AthenaType;
import io.trino.sql.tree.DataType;
import io.trino.sql.tree.DataTypeParameter;
import io.trino.sql.tree.DateTimeDataType;
import io.trino.sql.tree.GenericDataType;
import io.trino.sql.tree.IntervalDayTimeDataType;
import io.trino.sql.tree.NumericParameter;
import io.trino.sql.tree.RowDataType;
import io.trino.sql.tree.TypeParameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Types in the three languages that meet here: Trino's syntax, DuckDB's names, Athena's types. */
final class DuckDbTypes {
    private static final Map<String, String> ATHENA_TO_DUCKDB = Map.ofEntries(
            Map.entry("boolean", "BOOLEAN"),
            Map.entry("tinyint", "TINYINT"),
            Map.entry("smallint", "SMALLINT"),
            Map.entry("integer", "INTEGER"),
            Map.entry("int", "INTEGER"),
            Map.entry("bigint", "BIGINT"),
            Map.entry("real", "REAL"),
            Map.entry("float", "REAL"),
            Map.entry("double", "DOUBLE"),
            Map.entry("varchar", "VARCHAR"),
            Map.entry("char", "VARCHAR"),
            Map.entry("string", "VARCHAR"),
            Map.entry("varbinary", "BLOB"),
            Map.entry("binary", "BLOB"),
            Map.entry("date", "DATE"),
            Map.entry("time with time zone", "TIMETZ"),
            Map.entry("interval day to second", "INTERVAL"),
            Map.entry("interval year to month", "INTERVAL"),
            Map.entry("json", "JSON"),
            Map.entry("uuid", "UUID"),
            Map.entry("ipaddress", "VARCHAR"),
            Map.entry("unknown", "\"NULL\""));

    private static final Map<String, AthenaType> DUCKDB_TO_ATHENA = Map.ofEntries(
            Map.entry("BOOLEAN", AthenaType.of("boolean")),
            Map.entry("TINYINT", AthenaType.of("tinyint")),
            Map.entry("SMALLINT", AthenaType.of("smallint")),
            Map.entry("UTINYINT", AthenaType.of("smallint")),
            Map.entry("INTEGER", AthenaType.of("integer")),
            Map.entry("USMALLINT", AthenaType.of("integer")),
            Map.entry("BIGINT", AthenaType.of("bigint")),
            Map.entry("UINTEGER", AthenaType.of("bigint")),
            Map.entry("FLOAT", AthenaType.of("real")),
            Map.entry("DOUBLE", AthenaType.of("double")),
            Map.entry("VARCHAR", AthenaType.of("varchar")),
            Map.entry("JSON", AthenaType.of("json")),
            Map.entry("UUID", AthenaType.of("uuid")),
            Map.entry("BLOB", AthenaType.of("varbinary")),
            Map.entry("DATE", AthenaType.of("date")),
            Map.entry("TIME", AthenaType.of("time", 3)),
            Map.entry("TIME WITH TIME ZONE", AthenaType.of("time with time zone", 3)),
            Map.entry("TIMESTAMP_S", AthenaType.of("timestamp", 3)),
            Map.entry("TIMESTAMP_MS", AthenaType.of("timestamp", 3)),
            // Athena's own timestamps have three digits unless a literal or a cast says otherwise.
            Map.entry("TIMESTAMP", AthenaType.of("timestamp", 3)),
            Map.entry("TIMESTAMP_NS", AthenaType.of("timestamp", 9)),
            Map.entry("TIMESTAMPTZ_NS", AthenaType.of("timestamp with time zone", 9)),
            Map.entry("TIME_NS", AthenaType.of("time", 9)),
            Map.entry("TIMESTAMP WITH TIME ZONE", AthenaType.of("timestamp with time zone", 3)),
            Map.entry("INTERVAL", AthenaType.of("interval day to second")),
            Map.entry("NULL", AthenaType.of("unknown")));

    private DuckDbTypes() {}

    /** A type as Trino's parser read it. */
    static AthenaType fromTrino(DataType type) {
        if (type instanceof DateTimeDataType t) {
            String base = t.getType().name().toLowerCase(Locale.ROOT) + (t.isWithTimeZone() ? " with time zone" : "");
            return AthenaType.of(base, t.getPrecision().map(DuckDbTypes::number).orElse(3));
        }
        if (type instanceof IntervalDayTimeDataType t) {
            boolean months =
                    t.getFrom().name().equals("YEAR") || t.getFrom().name().equals("MONTH");
            return AthenaType.of(months ? "interval year to month" : "interval day to second");
        }
        if (type instanceof RowDataType t) {
            return AthenaType.row(t.getFields().stream()
                    .map(f -> new AthenaType.Field(
                            f.getName().map(n -> n.getValue()).orElse(null), fromTrino(f.getType())))
                    .toList());
        }
        GenericDataType generic = (GenericDataType) type;
        String name = generic.getName().getValue().toLowerCase(Locale.ROOT);
        List<DataTypeParameter> arguments = generic.getArguments();
        return switch (name) {
            case "int" -> AthenaType.of("integer");
            case "float" -> AthenaType.of("real");
            case "string" -> AthenaType.of("varchar");
            case "binary" -> AthenaType.of("varbinary");
            case "array" -> AthenaType.array(part(arguments.get(0)));
            case "map" -> AthenaType.map(part(arguments.get(0)), part(arguments.get(1)));
            case "decimal" ->
                AthenaType.decimal(
                        arguments.isEmpty() ? 38 : number(arguments.get(0)),
                        arguments.size() < 2 ? 0 : number(arguments.get(1)));
            case "char" -> AthenaType.of(name, arguments.isEmpty() ? 1 : number(arguments.get(0)));
            default -> AthenaType.of(name, arguments.isEmpty() ? 0 : number(arguments.get(0)));
        };
    }

    private static AthenaType part(DataTypeParameter parameter) {
        return fromTrino(((TypeParameter) parameter).getValue());
    }

    private static int number(DataTypeParameter parameter) {
        return Integer.parseInt(((NumericParameter) parameter).getValue());
    }

    /** How DuckDB spells a type. */
    static String toDuckDb(AthenaType type) {
        return switch (type.base()) {
            case "array" -> toDuckDb(type.fields().get(0).type()) + "[]";
            case "map" ->
                "MAP(" + toDuckDb(type.fields().get(0).type()) + ", "
                        + toDuckDb(type.fields().get(1).type()) + ")";
            case "row" -> rowToDuckDb(type.fields());
            case "decimal" -> "DECIMAL(" + type.precision() + ", " + type.scale() + ")";
            case "time" -> type.precision() <= 6 ? "TIME" : "TIME_NS";
            case "timestamp" -> type.precision() <= 6 ? "TIMESTAMP" : "TIMESTAMP_NS";
            case "timestamp with time zone" -> type.precision() <= 6 ? "TIMESTAMPTZ" : "TIMESTAMPTZ_NS";
            default ->
                Optional.ofNullable(ATHENA_TO_DUCKDB.get(type.base()))
                        .orElseGet(() -> type.base().toUpperCase(Locale.ROOT));
        };
    }

    private static String rowToDuckDb(List<AthenaType.Field> fields) {
        boolean named = fields.stream().allMatch(f -> f.name() != null);
        return fields.stream()
                .map(f -> named
                        ? Sql.identifier(String.valueOf(f.name())) + " " + toDuckDb(f.type())
                        : toDuckDb(f.type()))
                .collect(Collectors.joining(", ", named ? "STRUCT(" : "TUPLE(", ")"));
    }

    /** A type as DuckDB's driver names it: {@code STRUCT(a INTEGER, "b c" VARCHAR[])}. */
    static AthenaType fromDuckDb(String name) {
        Cursor cursor = new Cursor(name);
        AthenaType type = cursor.type();
        if (cursor.at < name.length()) {
            throw new IllegalStateException("DuckDB's type is not understood from " + cursor.at + " on: " + name);
        }
        return type;
    }

    /** Reads DuckDB's type syntax from left to right. */
    private static final class Cursor {
        private final String text;
        private int at;

        Cursor(String text) {
            this.text = text;
        }

        AthenaType type() {
            AthenaType type = named();
            while (at < text.length() && text.charAt(at) == '[') {
                at = text.indexOf(']', at) + 1;
                type = AthenaType.array(type);
            }
            return type;
        }

        private AthenaType named() {
            String name = word();
            return switch (name) {
                case "STRUCT", "TUPLE" -> AthenaType.row(fields(name.equals("STRUCT")));
                case "MAP" -> {
                    List<AthenaType.Field> parts = fields(false);
                    yield AthenaType.map(parts.get(0).type(), parts.get(1).type());
                }
                case "DECIMAL" -> {
                    int close = text.indexOf(')', at);
                    String[] digits = text.substring(at + 1, close).split(",", -1);
                    at = close + 1;
                    yield AthenaType.decimal(Integer.parseInt(digits[0].trim()), Integer.parseInt(digits[1].trim()));
                }
                case "ENUM" -> {
                    at = text.indexOf(')', at) + 1;
                    yield AthenaType.of("varchar");
                }
                default ->
                    Optional.ofNullable(DUCKDB_TO_ATHENA.get(name))
                            .orElseGet(() -> AthenaType.of(name.toLowerCase(Locale.ROOT)));
            };
        }

        private List<AthenaType.Field> fields(boolean named) {
            List<AthenaType.Field> fields = new ArrayList<>();
            do {
                at++;
                skipBlanks();
                String field = named ? fieldName() : null;
                skipBlanks();
                fields.add(new AthenaType.Field(field, type()));
                skipBlanks();
            } while (text.charAt(at) == ',');
            at++;
            return fields;
        }

        private String fieldName() {
            if (text.charAt(at) != '"') {
                int from = at;
                at = text.indexOf(' ', at);
                return text.substring(from, at);
            }
            StringBuilder name = new StringBuilder();
            for (at++; ; at++) {
                if (text.charAt(at) == '"') {
                    at++;
                    if (at >= text.length() || text.charAt(at) != '"') {
                        return name.toString();
                    }
                }
                name.append(text.charAt(at));
            }
        }

        /** A type's name: words with blanks between, up to a bracket, comma or the end. */
        private String word() {
            if (text.charAt(at) == '"') {
                return fieldName();
            }
            int from = at;
            while (at < text.length() && "([,)".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return text.substring(from, at).trim();
        }

        private void skipBlanks() {
            while (text.charAt(at) == ' ') {
                at++;
            }
        }
    }
}
