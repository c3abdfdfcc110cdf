package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.engine.EngineResult.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** How written files are to look: the properties of UNLOAD and CREATE TABLE AS. */
record FileFormat(String format, String compression, List<String> partitionedBy, String fieldDelimiter) {
    private static final Map<String, String> PARQUET_CODECS = Map.of(
            "GZIP", "gzip", "SNAPPY", "snappy", "ZSTD", "zstd", "NONE", "uncompressed", "UNCOMPRESSED", "uncompressed");
    private static final Map<String, String> TEXT_CODECS = Map.of("GZIP", "gzip", "ZSTD", "zstd", "NONE", "none");

    static FileFormat of(Map<String, Object> properties) throws EngineException {
        Object partitions = properties.getOrDefault("partitioned_by", List.of());
        if (!(partitions instanceof List<?> names)) {
            throw EngineErrors.semantic("INVALID_TABLE_PROPERTY: partitioned_by must be an ARRAY of names");
        }
        Object codec = properties.getOrDefault("compression", properties.get("write_compression"));
        return new FileFormat(
                text(properties.getOrDefault("format", "PARQUET")),
                codec == null ? "GZIP" : text(codec),
                names.stream().map(n -> n.toString().toLowerCase(Locale.ROOT)).toList(),
                String.valueOf(properties.getOrDefault("field_delimiter", "\u0001")));
    }

    private static String text(Object value) {
        return value.toString().toUpperCase(Locale.ROOT);
    }

    void checkPartitions(List<Column> columns) throws EngineException {
        List<String> names = columns.stream().map(Column::name).toList();
        if (!names.containsAll(partitionedBy)) {
            throw EngineErrors.semantic(
                    "INVALID_TABLE_PROPERTY: Table contains partition columns that are not in the query: "
                            + partitionedBy);
        }
        if (!names.subList(names.size() - partitionedBy.size(), names.size()).equals(partitionedBy)) {
            throw EngineErrors.user(
                    1000,
                    "HIVE_COLUMN_ORDER_MISMATCH: Partition keys must be the last columns in the table"
                            + " and in the same order as the table properties: " + partitionedBy);
        }
        if (!partitionedBy.isEmpty() && names.size() == partitionedBy.size()) {
            throw EngineErrors.semantic("INVALID_TABLE_PROPERTY: Table contains only partition columns");
        }
    }

    /** The options of DuckDB's COPY. */
    String copyOptions(int rowGroupRows) throws EngineException {
        List<String> options = new ArrayList<>();
        switch (format) {
            case "PARQUET" -> {
                options.add("FORMAT parquet");
                options.add("COMPRESSION " + codec(PARQUET_CODECS));
                options.add("ROW_GROUP_SIZE " + rowGroupRows);
            }
            case "JSON" -> {
                options.add("FORMAT json");
                options.add("COMPRESSION " + codec(TEXT_CODECS));
            }
            case "TEXTFILE" -> {
                options.add("FORMAT csv, HEADER false, QUOTE '', ESCAPE '', NULLSTR '\\N'");
                options.add("DELIMITER " + Sql.literal(fieldDelimiter));
                options.add("COMPRESSION " + codec(TEXT_CODECS));
            }
            default ->
                throw EngineErrors.notSupported("the local Athena writes PARQUET, JSON and TEXTFILE, not " + format);
        }
        if (partitionedBy.isEmpty()) {
            options.add("PER_THREAD_OUTPUT true");
        } else {
            options.add(partitionedBy.stream()
                    .map(Sql::identifier)
                    .collect(Collectors.joining(", ", "PARTITION_BY (", ")")));
        }
        return String.join(", ", options);
    }

    private String codec(Map<String, String> codecs) throws EngineException {
        String codec = codecs.get(compression);
        if (codec == null) {
            throw EngineErrors.semantic(
                    "INVALID_TABLE_PROPERTY: Unsupported compression for " + format + ": " + compression);
        }
        return codec;
    }
}
