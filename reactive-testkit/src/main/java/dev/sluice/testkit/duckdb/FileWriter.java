package dev.sluice.testkit.duckdb;

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
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes a query's rows into the store: files without extension under a location, none at all for no rows. */
final class FileWriter {
    private final Connection connection;
    private final Cancellation cancellation;
    private final int rowGroupRows;

    FileWriter(Connection connection, Cancellation cancellation, int rowGroupRows) {
        this.connection = connection;
        this.cancellation = cancellation;
        this.rowGroupRows = rowGroupRows;
    }

    EngineResult.Files write(
            String select, List<Column> columns, FileFormat format, Location target, ExecutionContext context)
            throws SQLException, EngineException {
        Path directory = context.scratch().resolve("files");
        String copy = "COPY (SELECT " + written(columns) + " FROM (" + select + ") AS source) TO "
                + Sql.literal(directory.toString()) + " (" + format.copyOptions(rowGroupRows) + ")";
        long rows = cancellation.update(connection, copy);
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

    /** Athena's timestamps have milliseconds. */
    private static String written(List<Column> columns) {
        return columns.stream()
                .map(c -> {
                    String name = Sql.identifier(c.name());
                    return c.type().base().equals("timestamp") ? "CAST(" + name + " AS TIMESTAMP_MS) AS " + name : name;
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
}
