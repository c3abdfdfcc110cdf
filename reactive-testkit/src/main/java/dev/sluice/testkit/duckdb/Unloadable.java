package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.AthenaType;
import dev.sluice.testkit.engine.EngineException;
import java.util.List;

/** What Athena refuses to write: types that Hive lacks, and names that no file can have. */
final class Unloadable {
    private Unloadable() {}

    static void check(List<Output> columns) throws EngineException {
        for (int i = 0; i < columns.size(); i++) {
            Output column = columns.get(i);
            if (column.unnamed()) {
                throw EngineErrors.semantic(
                        "MISSING_COLUMN_NAME: line 1:1: Column name not specified at position " + (i + 1));
            }
            for (int j = 0; j < i; j++) {
                if (columns.get(j).name().equalsIgnoreCase(column.name())) {
                    throw EngineErrors.semantic("DUPLICATE_COLUMN_NAME: line 1:1: Column name '" + column.name()
                            + "' specified more than once");
                }
            }
            checkType(column.type(), column.name());
        }
    }

    private static void checkType(AthenaType type, String column) throws EngineException {
        switch (type.base()) {
            case "unknown" ->
                throw EngineErrors.semantic("COLUMN_TYPE_UNKNOWN: line 1:1: Column type is unknown: " + column);
            case "timestamp" -> {
                if (type.precision() > 3) {
                    throw EngineErrors.notSupported(
                            "Incorrect timestamp precision for " + type + "; the configured precision is MILLISECONDS");
                }
            }
            case "time",
                    "time with time zone",
                    "json",
                    "timestamp with time zone",
                    "interval day to second",
                    "interval year to month",
                    "uuid",
                    "ipaddress" -> throw EngineErrors.notSupported("Unsupported Hive type: " + type);
            default -> {
                for (AthenaType.Field field : type.fields()) {
                    checkType(field.type(), column);
                }
            }
        }
    }
}
