package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.AthenaType;
import java.util.stream.Collectors;

/** Types in Hive's spelling, which DDL and DESCRIBE use. */
final class HiveTypes {
    private HiveTypes() {}

    /** {@code array<struct<a:int>>} becomes {@code array(row(a int))}. */
    static String toTrino(String hive) {
        return hive.toLowerCase(java.util.Locale.ROOT)
                .replaceAll("\\bstruct\\s*<", "row(")
                .replace('<', '(')
                .replace('>', ')')
                .replace(':', ' ');
    }

    static String of(AthenaType type) {
        return switch (type.base()) {
            case "integer" -> "int";
            case "real" -> "float";
            case "varchar" -> type.precision() == 0 ? "string" : "varchar(" + type.precision() + ")";
            case "varbinary" -> "binary";
            case "timestamp" -> "timestamp";
            case "array", "map" ->
                type.base() + type.fields().stream().map(f -> of(f.type())).collect(Collectors.joining(",", "<", ">"));
            case "row" ->
                type.fields().stream()
                        .map(f -> f.name() + ":" + of(f.type()))
                        .collect(Collectors.joining(",", "struct<", ">"));
            default -> type.toString();
        };
    }
}
