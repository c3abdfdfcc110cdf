package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.EngineResult.Column;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tables of files: {@code sales.parquet} is the table {@code sales}, and so is a directory {@code sales/} of such files. */
final class DataDirectory {
    private static final Map<String, String> READERS = Map.of(
            "parquet",
            "read_parquet",
            "csv",
            "read_csv",
            "tsv",
            "read_csv",
            "json",
            "read_json",
            "ndjson",
            "read_json");

    private final Path directory;

    DataDirectory(Path directory) {
        this.directory = directory;
    }

    void register(Connection connection, Tables tables) throws SQLException {
        Map<String, Path> named = new HashMap<>();
        for (Path path : children()) {
            Optional<String> source = Files.isDirectory(path) ? directorySource(path) : fileSource(path);
            if (source.isPresent()) {
                String select = select(connection, path, source.get());
                String name = stem(path).toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}_]", "_");
                Path other = named.putIfAbsent(name, path);
                if (other != null) {
                    throw new IllegalArgumentException(other + " and " + path + " would both be the table " + name);
                }
                tables.createView(
                        connection,
                        "default",
                        name,
                        select,
                        new Analysis(),
                        "EXTERNAL_TABLE",
                        Map.of("location", path.toUri().toString()));
            }
        }
    }

    private static String select(Connection connection, Path path, String source) {
        try {
            return "SELECT " + items(connection, source) + " FROM " + source;
        } catch (SQLException e) {
            throw new IllegalArgumentException(
                    path + " can't be read as a table: "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
                    e);
        }
    }

    /** Names in lower case, timestamps as Athena's tables hold them. */
    private static String items(Connection connection, String source) throws SQLException {
        List<Column> columns = Describe.columns(connection, "SELECT * FROM " + source);
        return columns.stream()
                .map(c -> {
                    String name = Sql.identifier(c.name());
                    String value = c.type().base().equals("timestamp") ? "CAST(" + name + " AS TIMESTAMP)" : name;
                    return value + " AS " + Sql.identifier(c.name().toLowerCase(Locale.ROOT));
                })
                .collect(Collectors.joining(", "));
    }

    private List<Path> children() {
        try (Stream<Path> list = Files.list(directory)) {
            return list.filter(p -> !p.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the data directory can't be read: " + directory, e);
        }
    }

    private static Optional<String> fileSource(Path file) {
        return Optional.ofNullable(READERS.get(extension(file)))
                .map(reader -> reader + "(" + Sql.literal(file.toString()) + ")");
    }

    private static Optional<String> directorySource(Path directory) {
        try (Stream<Path> walk = Files.walk(directory)) {
            List<String> extensions = walk.filter(Files::isRegularFile)
                    .map(DataDirectory::extension)
                    .filter(READERS::containsKey)
                    .distinct()
                    .toList();
            if (extensions.size() > 1) {
                throw new IllegalArgumentException("one table can't have files of several kinds: " + directory + " has "
                        + String.join(", ", extensions));
            }
            return extensions.stream()
                    .map(e -> READERS.get(e) + "(" + Sql.literal(directory + "/**/*." + e)
                            + ", hive_partitioning = true, union_by_name = true)")
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException("the data directory can't be read: " + directory, e);
        }
    }

    private static String extension(Path file) {
        String name = file.getFileName().toString().replaceFirst("\\.(gz|zst)$", "");
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    private static String stem(Path path) {
        String name = path.getFileName().toString();
        int dot = name.indexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
