package dev.sluice.reader.internal.parquet;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** DuckDB as a writer of files and as an oracle. */
final class DuckDb implements AutoCloseable {
    private final Connection connection;

    DuckDb() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        run("SET threads = 1");
        run("SET TimeZone = 'UTC'");
    }

    void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Writes a query's rows. */
    Path copy(String query, Path target, String options) throws SQLException {
        run("COPY (" + query + ") TO '" + target + "' (FORMAT parquet" + options + ")");
        return target;
    }

    /** Rows whose values are the text that DuckDB casts them to. */
    List<List<Object>> texts(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT COLUMNS(*)::VARCHAR FROM (" + query + ")")) {
            List<List<Object>> rows = new ArrayList<>();
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(result.getString(i));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
