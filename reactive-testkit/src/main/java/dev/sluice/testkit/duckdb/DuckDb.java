package dev.sluice.testkit.duckdb;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Properties;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/** One in-memory DuckDB, opened when first needed: loading its library takes a second or so. */
final class DuckDb implements AutoCloseable {
    private final long memoryLimitBytes;
    private final int threads;
    private @Nullable DuckDBConnection root;
    private boolean closed;

    DuckDb(long memoryLimitBytes, int threads) {
        this.memoryLimitBytes = memoryLimitBytes;
        this.threads = threads;
    }

    /** A connection of its own on the one database; the caller closes it. */
    synchronized Connection connect() throws SQLException {
        if (closed) {
            throw new SQLException("the engine is closed");
        }
        if (root == null) {
            root = open();
        }
        return root.duplicate();
    }

    private DuckDBConnection open() throws SQLException {
        Properties settings = new Properties();
        // Extensions would be fetched over the network.
        settings.setProperty("autoinstall_known_extensions", "false");
        settings.setProperty("autoload_known_extensions", "false");
        settings.setProperty("jdbc_stream_results", "true");
        settings.setProperty("memory_limit", memoryLimitBytes / 1_000_000 + "MB");
        settings.setProperty("threads", Integer.toString(threads));
        DuckDBConnection connection =
                DriverManager.getConnection("jdbc:duckdb:", settings).unwrap(DuckDBConnection.class);
        try (Statement statement = connection.createStatement()) {
            // With threads of their own for writes, a cancelled COPY to Parquet hangs now and then (2.0.0.1; recheck
            // later).
            statement.execute("SET GLOBAL async_threads = 0");
            statement.execute("SET GLOBAL TimeZone = 'UTC'");
            statement.execute("SET GLOBAL integer_division = true");
            statement.execute("SET GLOBAL lambda_syntax = 'ENABLE_SINGLE_ARROW'");
            // With it, columns that are proven to hold no NULL are written REQUIRED; Athena writes all OPTIONAL.
            statement.execute("SET GLOBAL disabled_optimizers = 'statistics_propagation'");
            for (String macro : functions().split(";\n", -1)) {
                if (!macro.isBlank()) {
                    statement.execute(macro);
                }
            }
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    private static String functions() {
        try (InputStream in = DuckDb.class.getResourceAsStream("functions.sql")) {
            if (in == null) {
                throw new IllegalStateException("functions.sql is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("functions.sql can't be read", e);
        }
    }

    /** A schema of DuckDB is a database of Athena. */
    static String schema(String database) {
        String name = database.toLowerCase(Locale.ROOT);
        // DuckDB's own default schema is main; Athena's database default is another one.
        return Sql.identifier(name);
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (root != null) {
            try {
                root.close();
            } catch (SQLException e) {
                throw new IllegalStateException("DuckDB did not close", e);
            } finally {
                root = null;
            }
        }
    }
}
