package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.AthenaType;
import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.engine.EngineResult;
import dev.sluice.testkit.engine.EngineResult.Column;
import dev.sluice.testkit.engine.ExecutionContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes what UNLOAD, CTAS and INSERT write: files without extension under a location, none at all for no rows. */
final class ParquetWriter {
    private static final Map<String, String> CODECS = Map.of(
            "GZIP",
            "gzip",
            "SNAPPY",
            "snappy",
            "ZSTD",
            "zstd",
            "NONE",
            "uncompressed",
            "UNCOMPRESSED",
            "uncompressed",
            "LZ4",
            "lz4");

    private final Connection connection;
    private final Cancellation cancellation;
    private final int rowGroupRows;

    ParquetWriter(Connection connection, Cancellation cancellation, int rowGroupRows) {
        this.connection = connection;
        this.cancellation = cancellation;
        this.rowGroupRows = rowGroupRows;
    }

    /** How files are to look. */
    record Format(String format, String compression, List<String> partitionedBy, String fieldDelimiter) {
        /** Athena's properties, in lower case. */
        static Format of(Map<String, Object> properties) throws EngineException {
            Object partitions = properties.getOrDefault("partitioned_by", List.of());
            if (!(partitions instanceof List<?> names)) {
                throw EngineErrors.semantic("INVALID_TABLE_PROPERTY: partitioned_by must be an ARRAY of names");
            }
            Object codec = properties.getOrDefault("compression", properties.get("write_compression"));
            return new Format(
                    text(properties.getOrDefault("format", "PARQUET")),
                    codec == null ? "GZIP" : text(codec),
                    names.stream()
                            .map(n -> n.toString().toLowerCase(Locale.ROOT))
                            .toList(),
                    String.valueOf(properties.getOrDefault("field_delimiter", "\u0001")));
        }

        private static String text(Object value) {
            return value.toString().toUpperCase(Locale.ROOT);
        }
    }

    @SuppressWarnings("try") // the watch works by being open
    EngineResult.Files write(
            String select, List<Column> columns, Format format, Location target, ExecutionContext context)
            throws SQLException, EngineException {
        Path directory = context.scratch().resolve("files");
        long rows;
        try (Statement statement = connection.createStatement();
                Cancellation.Watch watch = cancellation.watch(statement)) {
            rows = statement.executeUpdate(copy(select, columns, format, directory));
        }
        List<String> paths = new ArrayList<>();
        if (rows > 0) {
            for (Path file : files(directory)) {
                String relative = directory.relativize(file).toString();
                String key = target.prefix() + relative.substring(0, relative.lastIndexOf('/') + 1)
                        + context.queryExecutionId().replace("-", "_") + "_" + UUID.randomUUID();
                context.store().put(target.bucket(), key, file);
                paths.add(target.uri(key));
            }
        }
        return new EngineResult.Files(paths, rows);
    }

    private String copy(String select, List<Column> columns, Format format, Path directory) throws EngineException {
        List<String> options = new ArrayList<>();
        switch (format.format()) {
            case "PARQUET" -> {
                String codec = CODECS.get(format.compression());
                if (codec == null) {
                    throw EngineErrors.semantic(
                            "INVALID_TABLE_PROPERTY: Unsupported compression for PARQUET: " + format.compression());
                }
                options.add("FORMAT parquet");
                options.add("COMPRESSION " + codec);
                options.add("ROW_GROUP_SIZE " + rowGroupRows);
            }
            case "JSON" -> {
                options.add("FORMAT json");
                options.add("COMPRESSION " + textCompression(format));
            }
            case "TEXTFILE" -> {
                options.add("FORMAT csv, HEADER false, QUOTE '', NULLSTR '\\N'");
                options.add("DELIMITER " + Sql.literal(format.fieldDelimiter()));
                options.add("COMPRESSION " + textCompression(format));
            }
            default ->
                throw EngineErrors.notSupported(
                        "the local Athena writes PARQUET, JSON and TEXTFILE, not " + format.format());
        }
        if (format.partitionedBy().isEmpty()) {
            options.add("PER_THREAD_OUTPUT true");
        } else {
            options.add(format.partitionedBy().stream()
                    .map(Sql::identifier)
                    .collect(Collectors.joining(", ", "PARTITION_BY (", ")")));
        }
        return "COPY (SELECT " + casts(columns) + " FROM (" + select + ") AS source) TO "
                + Sql.literal(directory.toString()) + " (" + String.join(", ", options) + ")";
    }

    private static String textCompression(Format format) {
        return format.compression().equals("NONE") ? "none" : "gzip";
    }

    /** What DuckDB holds in a wider type than Athena writes: 128-bit sums, microseconds. */
    private static String casts(List<Column> columns) {
        return columns.stream()
                .map(c -> {
                    String name = Sql.identifier(c.name());
                    return switch (c.type().base()) {
                        case "bigint" -> "CAST(" + name + " AS BIGINT) AS " + name;
                        case "timestamp" -> "CAST(" + name + " AS TIMESTAMP_MS) AS " + name;
                        default -> name;
                    };
                })
                .collect(Collectors.joining(", "));
    }

    private static List<Path> files(Path directory) {
        try (Stream<Path> walk = Files.walk(directory)) {
            return walk.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What Athena refuses to unload: types that Hive lacks, and names that no file can have. */
    static void checkUnload(List<Column> columns, List<Boolean> unnamed) throws EngineException {
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            if (unnamed.get(i)) {
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
