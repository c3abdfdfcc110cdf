package dev.sluice.testkit.duckdb;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/**
 * The demo tables, shaped like PyPI's downloads. Views over a range, every value a hash of its row's number: the same on every
 * machine, there at once, and of any size.
 */
final class DemoData {
    private static final String DATABASE = "pypi";

    private DemoData() {}

    static void create(Connection connection, Tables tables, long rows) throws SQLException {
        tables.createDatabase(connection, DATABASE);
        for (String statement : read().split(";\n", -1)) {
            if (statement.isBlank()) {
                continue;
            }
            // Each statement of the file: a line "-- table", then its SELECT, or a macro.
            String sql = statement.strip().replace("${rows}", Long.toString(rows));
            if (sql.startsWith("CREATE")) {
                Tables.execute(connection, sql);
            } else {
                int end = sql.indexOf('\n');
                String name = sql.substring(0, end).replace("-- ", "").strip();
                tables.createView(connection, DATABASE, name, sql.substring(end + 1), "EXTERNAL_TABLE", Map.of());
            }
        }
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
