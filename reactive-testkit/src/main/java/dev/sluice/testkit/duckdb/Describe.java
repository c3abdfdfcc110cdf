package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.AthenaType;
import dev.sluice.testkit.engine.EngineResult.Column;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The columns of a query, without running it. */
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

    /** The same with the names Athena makes up and the types that the statement declares. */
    static List<Column> columns(Connection connection, String sql, DeclaredTypes declared) throws SQLException {
        List<Column> columns = columns(connection, sql);
        List<Column> named = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            named.add(new Column(
                    name(columns.get(i).name(), i), type(columns.get(i).type(), declared.column(i))));
        }
        return named;
    }

    static boolean isUnnamed(String name) {
        return name.startsWith(QueryWriter.UNNAMED);
    }

    private static String name(String name, int index) {
        return isUnnamed(name) ? "_col" + index : name;
    }

    /** A declared type counts where it says more than DuckDB's of the same kind. */
    private static AthenaType type(AthenaType found, DeclaredTypes.Declared declared) {
        AthenaType type = declared.type();
        if (type == null || type.base().equals("json")) {
            return found;
        }
        boolean textual = found.base().equals("varchar");
        boolean refines = type.base().equals(found.base())
                || (textual && (type.base().equals("char") || type.base().equals("ipaddress")))
                || (found.base().startsWith("interval") && type.base().startsWith("interval"));
        return refines && type.fields().isEmpty() ? type : found;
    }
}
