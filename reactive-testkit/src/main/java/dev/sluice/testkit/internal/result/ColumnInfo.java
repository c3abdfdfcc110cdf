package dev.sluice.testkit.internal.result;

import dev.sluice.testkit.engine.AthenaType;
import dev.sluice.testkit.engine.EngineResult;
import java.util.List;

/**
 * A column as GetQueryResults and the {@code .metadata} object describe it. Element types of arrays, maps and rows, the
 * digits of a timestamp and the length of a binary are not there: Athena does not give them.
 *
 * @param name name and label
 * @param type base name; {@code float} for real
 * @param precision Athena's number for the type
 * @param scale of a decimal
 * @param caseSensitive true for text
 */
public record ColumnInfo(String name, String type, int precision, int scale, boolean caseSensitive) {
    /** CatalogName of every column. */
    public static final String CATALOG = "hive";

    private static final int UNBOUNDED = Integer.MAX_VALUE;

    /**
     * Describes a column.
     *
     * @param column an engine's column
     * @return its description
     */
    public static ColumnInfo of(EngineResult.Column column) {
        AthenaType type = column.type();
        String base = type.base();
        return switch (base) {
            case "tinyint" -> plain(column, base, 3);
            case "smallint" -> plain(column, base, 5);
            case "integer", "int" -> plain(column, base, 10);
            case "bigint" -> plain(column, base, 19);
            case "real" -> plain(column, "float", 17);
            case "float", "double" -> plain(column, base, 17);
            case "time", "time with time zone", "timestamp", "timestamp with time zone" -> plain(column, base, 3);
            case "varbinary" -> plain(column, base, 1_073_741_824);
            case "decimal" -> new ColumnInfo(column.name(), base, type.precision(), type.scale(), false);
            case "varchar", "char" ->
                new ColumnInfo(column.name(), base, type.precision() == 0 ? UNBOUNDED : type.precision(), 0, true);
            default -> plain(column, base, 0);
        };
    }

    /**
     * Describes columns.
     *
     * @param columns an engine's columns
     * @return their descriptions
     */
    public static List<ColumnInfo> of(List<EngineResult.Column> columns) {
        return columns.stream().map(ColumnInfo::of).toList();
    }

    private static ColumnInfo plain(EngineResult.Column column, String type, int precision) {
        return new ColumnInfo(column.name(), type, precision, 0, false);
    }
}
