package dev.sluice.testkit.internal.athena;

import dev.sluice.testkit.engine.AthenaType;
import java.util.stream.Collectors;

/** A type in the words of the metastore, which the catalog calls use: {@code int}, {@code array<struct<a:string>>}. */
final class HiveType {
    private HiveType() {}

    static String of(AthenaType type) {
        return switch (type.base()) {
            case "integer" -> "int";
            case "real" -> "float";
            case "varbinary" -> "binary";
            case "varchar" -> type.precision() == 0 ? "string" : "varchar(" + type.precision() + ")";
            case "timestamp" -> "timestamp";
            case "row" ->
                type.fields().stream()
                        .map(field -> field.name() + ":" + of(field.type()))
                        .collect(Collectors.joining(",", "struct<", ">"));
            case "array", "map" ->
                type.fields().stream()
                        .map(field -> of(field.type()))
                        .collect(Collectors.joining(",", type.base() + "<", ">"));
            default -> type.toString();
        };
    }
}
