package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.EngineResult.Column;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The columns of a query as DuckDB sees them, without running it. */
final class Describe {
    private Describe() {}

    static List<Column> columns(Connection connection, String sql) throws SQLException {
        List<Column> columns = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("DESCRIBE " + sql)) {
            while (rows.next()) {
                columns.add(new Column(
                        rows.getString("column_name"), DuckDbTypes.fromDuckDb(rows.getString("column_type"))));
            }
        }
        return columns;
    }
}
