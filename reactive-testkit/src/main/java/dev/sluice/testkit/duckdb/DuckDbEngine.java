package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.AthenaType;
import dev.sluice.testkit.engine.Catalog;
import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.engine.EngineResult;
import dev.sluice.testkit.engine.EngineResult.Column;
import dev.sluice.testkit.engine.ExecutionContext;
import dev.sluice.testkit.engine.InvalidStatementException;
import dev.sluice.testkit.engine.QueryEngine;
import dev.sluice.testkit.engine.StatementInfo;
import dev.sluice.testkit.engine.StatementRequest;
import io.trino.sql.tree.Expression;
import io.trino.sql.tree.Query;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Athena's language on DuckDB: Trino's own parser reads the statement, and its tree is written anew in DuckDB's words. Holds
 * one in-memory database, opened by the first statement.
 *
 * @since 0.1
 */
public final class DuckDbEngine implements QueryEngine {
    private final DuckDb database;
    private final Tables tables = new Tables();
    private final StatementParser parser = new StatementParser();
    private final Cancellation cancellation = new Cancellation();
    private final @Nullable Path data;
    private final long demoRows;
    private final int rowGroupRows;
    private boolean prepared;

    private DuckDbEngine(Builder builder) {
        this.database = new DuckDb(builder.memoryLimitBytes, builder.threads);
        this.data = builder.data;
        this.demoRows = builder.demoRows;
        this.rowGroupRows = builder.rowGroupRows;
    }

    /**
     * Starts a configuration.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public StatementInfo analyze(StatementRequest request) throws InvalidStatementException {
        Parsed statement = parser.parse(request.sql());
        if (statement.parameterCount() != request.parameters().size()) {
            throw new InvalidStatementException("Incorrect number of parameters: expected " + statement.parameterCount()
                    + " but found " + request.parameters().size());
        }
        parser.parameters(request.parameters());
        return statement.info();
    }

    @Override
    public EngineResult execute(StatementRequest request, StatementInfo info, ExecutionContext context)
            throws EngineException, InterruptedException {
        Connection connection = null;
        boolean handedOver = false;
        Query query = null;
        try {
            Parsed statement = parser.parse(request.sql());
            query = statement.query();
            connection = connect(context, request.database());
            EngineResult result = run(statement, request, context, connection);
            handedOver = result instanceof EngineResult.Rows;
            return result;
        } catch (InvalidStatementException e) {
            throw EngineErrors.with(EngineErrors.semantic(String.valueOf(e.getMessage())), e);
        } catch (SemanticException e) {
            throw EngineErrors.with(EngineErrors.semantic(String.valueOf(e.getMessage())), e);
        } catch (NotSupportedException e) {
            throw EngineErrors.with(EngineErrors.notSupported(String.valueOf(e.getMessage())), e);
        } catch (SQLException e) {
            if (Thread.interrupted()) {
                throw EngineErrors.with(new InterruptedException("the query was cancelled"), e);
            }
            throw EngineErrors.with(EngineErrors.of(e, new Places(query)), e);
        } finally {
            if (!handedOver && connection != null) {
                close(connection);
            }
        }
    }

    private Connection connect(ExecutionContext context, String session) throws SQLException, EngineException {
        Connection connection = database.connect();
        try {
            prepare(connection);
            tables.refresh(connection, context.store());
            if (tables.databases().contains(session)) {
                Tables.execute(connection, "SET search_path = " + Sql.literal(Sql.identifier(session) + ",main"));
            }
            return connection;
        } catch (SQLException | RuntimeException e) {
            close(connection);
            throw e;
        }
    }

    /** The tables that are there from the start, made by whoever comes first. */
    private synchronized void prepare(Connection connection) throws SQLException {
        if (!prepared) {
            tables.createDatabase(connection, "default");
            DemoData.create(connection, tables, demoRows);
            if (data != null) {
                new DataDirectory(data).register(connection, tables);
            }
            prepared = true;
        }
    }

    private EngineResult run(
            Parsed statement, StatementRequest request, ExecutionContext context, Connection connection)
            throws SQLException, EngineException, InvalidStatementException {
        List<Expression> parameters = parser.parameters(request.parameters());
        if (statement instanceof Parsed.Select select) {
            Analysis analysis = analyze(select.query(), request, parameters);
            String sql = new QueryWriter(parameters, analysis).write(select.query());
            return new SelectRunner(connection, cancellation).run(sql, analysis, context.scratch());
        }
        if (statement instanceof Parsed.Explain explain) {
            Analysis analysis = analyze(explain.query(), request, parameters);
            return explain(new QueryWriter(parameters, analysis).write(explain.query()), connection);
        }
        WriteStatements writes = new WriteStatements(
                tables,
                new FileWriter(connection, cancellation, rowGroupRows),
                connection,
                request,
                parameters,
                context);
        if (statement instanceof Parsed.Unload unload) {
            return writes.unload(unload);
        }
        if (statement instanceof Parsed.CreateTableAs create) {
            return writes.createTableAs(create);
        }
        if (statement instanceof Parsed.Insert insert) {
            return writes.insert(insert);
        }
        return new CatalogStatements(tables, parser, connection, request.database()).run(statement, context);
    }

    private Analysis analyze(Query query, StatementRequest request, List<Expression> parameters) {
        return QueryAnalyzer.analyze(query, tables, request.database(), parameters);
    }

    private static EngineResult explain(String sql, Connection connection) throws SQLException {
        List<String> lines = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet plan = statement.executeQuery("EXPLAIN " + sql)) {
            while (plan.next()) {
                lines.addAll(plan.getString(2).lines().toList());
            }
        }
        return new EngineResult.Text(List.of(new Column("Query Plan", AthenaType.of("varchar"))), lines);
    }

    @Override
    public Catalog catalog() {
        try (Connection connection = database.connect()) {
            prepare(connection);
        } catch (SQLException e) {
            throw new IllegalStateException("the catalog can't be read", e);
        }
        return tables;
    }

    @Override
    public void close() {
        cancellation.close();
        database.close();
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException("DuckDB did not close a connection", e);
        }
    }

    /**
     * Settings of an engine.
     *
     * @since 0.1
     */
    public static final class Builder {
        private long memoryLimitBytes = 2_000_000_000L;
        private int threads = 8;
        private int rowGroupRows = 122_880;
        private long demoRows = 100_000;
        private @Nullable Path data;

        private Builder() {}

        /**
         * Makes tables of the files in a directory, in the database {@code default}.
         *
         * @param directory holds Parquet, CSV and JSON files, and directories of them
         * @return this
         */
        public Builder data(Path directory) {
            this.data = directory;
            return this;
        }

        /**
         * Sizes the demo tables of the database {@code pypi}. They are generated as they are read, so any size is there at once.
         *
         * @param rows rows of the largest; 100,000 unless set
         * @return this
         */
        public Builder demoRows(long rows) {
            this.demoRows = rows;
            return this;
        }

        /**
         * Limits DuckDB's memory.
         *
         * @param bytes 2 GB unless set
         * @return this
         */
        public Builder memoryLimitBytes(long bytes) {
            this.memoryLimitBytes = bytes;
            return this;
        }

        /**
         * Sets DuckDB's threads. A large UNLOAD leaves one file a thread, so there are more of them than cores: 8 files, as
         * Athena's workers leave.
         *
         * @param threads 8 unless set
         * @return this
         */
        public Builder threads(int threads) {
            this.threads = threads;
            return this;
        }

        /**
         * Sets how many rows a Parquet row group holds.
         *
         * @param rows 122,880 unless set, which is DuckDB's own
         * @return this
         */
        public Builder rowGroupRows(int rows) {
            this.rowGroupRows = rows;
            return this;
        }

        /**
         * Makes the engine; DuckDB opens with the first statement.
         *
         * @return the engine
         */
        public DuckDbEngine build() {
            return new DuckDbEngine(this);
        }
    }
}
