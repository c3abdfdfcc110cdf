package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.engine.EngineResult;
import dev.sluice.testkit.engine.EngineResult.Column;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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

    EngineResult.Rows run(String sql, DeclaredTypes declared) throws SQLException {
        List<Column> columns = Describe.columns(connection, sql, declared);
        Statement statement = connection.createStatement();
        Cancellation.Watch watch = cancellation.watch(statement);
        try {
            Rows rows = new Rows(statement.executeQuery(sql), columns, declared);
            return new EngineResult.Rows(columns, rows, () -> close(watch, statement));
        } catch (SQLException | RuntimeException e) {
            close(watch, statement);
            throw e;
        }
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
        private final List<Column> columns;
        private final DeclaredTypes declared;
        private boolean ahead;
        private boolean ended;

        Rows(ResultSet rows, List<Column> columns, DeclaredTypes declared) {
            this.rows = rows;
            this.columns = columns;
            this.declared = declared;
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
                    row[i] = Values.of(
                            rows.getObject(i + 1),
                            columns.get(i).type(),
                            declared.column(i).zone());
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
