package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.engine.EngineResult;
import dev.sluice.testkit.engine.EngineResult.Column;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Streams a SELECT: rows are read from DuckDB as they are asked for. */
final class SelectRunner {
    private final Connection connection;
    private final Cancellation cancellation;

    SelectRunner(Connection connection, Cancellation cancellation) {
        this.connection = connection;
        this.cancellation = cancellation;
    }

    EngineResult.Rows run(String sql, Analysis analysis, Path scratch) throws SQLException {
        List<Output> outputs = Output.of(connection, sql, analysis);
        List<Column> columns = Output.columns(outputs);
        String readable = readable(sql, outputs);
        Statement statement = connection.createStatement();
        Cancellation.Watch watch = cancellation.watch(statement);
        try {
            Rows rows = new Rows(statement.executeQuery(readable), outputs);
            return new EngineResult.Rows(columns, rows, () -> close(watch, statement));
        } catch (SQLException e) {
            SQLException cause = isHidden(e) ? cause(readable, scratch, e) : e;
            close(watch, statement);
            throw cause;
        } catch (RuntimeException e) {
            close(watch, statement);
            throw e;
        }
    }

    /** The driver loses the error of a streamed query that fails before its first row (seen in 2.0.0.1). */
    private static boolean isHidden(SQLException e) {
        return String.valueOf(e.getMessage()).contains("Invalid result set");
    }

    /** Runs the query again, not streamed, for its error. */
    private SQLException cause(String sql, Path scratch, SQLException hidden) {
        try {
            cancellation.update(
                    connection,
                    "COPY (" + sql + ") TO "
                            + Sql.literal(scratch.resolve("again").toString()) + " (FORMAT csv)");
            return hidden;
        } catch (SQLException e) {
            return e;
        }
    }

    /** The query itself, or with a projection around it where values have to be converted. */
    private static String readable(String sql, List<Output> outputs) {
        List<String> names = new ArrayList<>();
        List<String> items = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            names.add("c" + i);
            items.add(outputs.get(i).readable(i));
        }
        return items.equals(names)
                ? sql
                : "SELECT " + String.join(", ", items) + " FROM (" + sql + ") AS q(" + String.join(", ", names) + ")";
    }

    private void close(Cancellation.Watch watch, Statement statement) {
        watch.close();
        try (connection;
                statement) {
            // Both are closed here, the statement first.
        } catch (SQLException e) {
            throw new IllegalStateException("DuckDB did not close a result", e);
        }
    }

    /** DuckDB's rows; an error among them comes out as {@link EngineFailure}, which an iterator may throw. */
    private static final class Rows implements Iterator<@Nullable Object[]> {
        private final ResultSet rows;
        private final List<Output> columns;
        private boolean ahead;
        private boolean ended;

        Rows(ResultSet rows, List<Output> columns) {
            this.rows = rows;
            this.columns = columns;
        }

        @Override
        public boolean hasNext() {
            if (!ahead && !ended) {
                try {
                    ahead = rows.next();
                    ended = !ahead;
                } catch (SQLException e) {
                    throw new EngineFailure(EngineErrors.of(e));
                }
            }
            return ahead;
        }

        @Override
        public @Nullable Object[] next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            ahead = false;
            @Nullable Object[] row = new @Nullable Object[columns.size()];
            try {
                for (int i = 0; i < row.length; i++) {
                    Output column = columns.get(i);
                    // The driver's default for it is java.sql.Timestamp, which a zone with a gap in its clock spoils.
                    Object value = column.type().base().equals("timestamp")
                            ? rows.getObject(i + 1, LocalDateTime.class)
                            : rows.getObject(i + 1);
                    row[i] = Values.of(value, column.type(), column.zone());
                }
            } catch (SQLException e) {
                throw new EngineFailure(EngineErrors.of(e));
            }
            return row;
        }
    }

    /** Carries an {@link EngineException} through an iterator. */
    static final class EngineFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        EngineFailure(EngineException cause) {
            super(cause.getMessage(), cause);
        }
    }
}
