package dev.sluice.testkit.duckdb;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The demo tables, shaped like PyPI's downloads. Views over a range, every value a hash of its row's number: the same on every
 * machine, there at once, and of any size.
 */
final class DemoData {
    private static final String DATABASE = "pypi";
    private static final int SLICES = 8;
    private static final long ROWS_WORTH_SLICING = 100_000;

    private DemoData() {}

    static void create(Connection connection, Tables tables, long rows) throws SQLException {
        tables.createDatabase(connection, DATABASE);
        for (String statement : read().split(";\n", -1)) {
            if (statement.isBlank()) {
                continue;
            }
            // Each statement of the file: a line "-- table", then its SELECT, or a macro.
            String sql = statement.strip().replace("${rows}", rowNumbers(rows));
            if (sql.startsWith("CREATE")) {
                Tables.execute(connection, sql);
            } else {
                int end = sql.indexOf('\n');
                String name = sql.substring(0, end).replace("-- ", "").strip();
                tables.createView(
                        connection, DATABASE, name, sql.substring(end + 1), new Analysis(), "EXTERNAL_TABLE", Map.of());
            }
        }
    }

    /** DuckDB makes one range with one thread: many rows come from several, so that UNLOAD leaves as many files. */
    private static String rowNumbers(long rows) {
        if (rows < ROWS_WORTH_SLICING) {
            return "SELECT range FROM range(" + rows + ")";
        }
        return IntStream.range(0, SLICES)
                .mapToObj(i -> "SELECT range FROM range(" + rows * i / SLICES + ", " + rows * (i + 1) / SLICES + ")")
                .collect(Collectors.joining(" UNION ALL "));
    }

    private static String read() {
        try (InputStream in = DemoData.class.getResourceAsStream("demo.sql")) {
            if (in == null) {
                throw new IllegalStateException("demo.sql is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("demo.sql can't be read", e);
        }
    }
}
