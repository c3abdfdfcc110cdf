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
import java.util.UUID;
import java.util.stream.Collectors;
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
        try {
            connection = connect(context, request.database());
            EngineResult result = run(request, context, connection);
            handedOver = result instanceof EngineResult.Rows;
            return result;
        } catch (InvalidStatementException e) {
            throw EngineErrors.with(EngineErrors.semantic(String.valueOf(e.getMessage())), e);
        } catch (NotSupportedException e) {
            throw EngineErrors.with(EngineErrors.notSupported(String.valueOf(e.getMessage())), e);
        } catch (SQLException e) {
            if (Thread.interrupted()) {
                throw EngineErrors.with(new InterruptedException("the query was cancelled"), e);
            }
            throw EngineErrors.with(EngineErrors.of(e), e);
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

    private EngineResult run(StatementRequest request, ExecutionContext context, Connection connection)
            throws SQLException, EngineException, InvalidStatementException {
        Parsed statement = parser.parse(request.sql());
        List<Expression> parameters = parser.parameters(request.parameters());
        if (statement instanceof Parsed.Select select) {
            String sql = new QueryWriter(parameters).write(select.query());
            return new SelectRunner(connection, cancellation).run(sql, DeclaredTypes.of(select.query()));
        }
        if (statement instanceof Parsed.Unload unload) {
            return unload(unload, parameters, context, connection);
        }
        if (statement instanceof Parsed.CreateTableAs create) {
            return createTableAs(create, parameters, request, context, connection);
        }
        if (statement instanceof Parsed.Insert insert) {
            return insert(insert, parameters, request, context, connection);
        }
        if (statement instanceof Parsed.Explain explain) {
            return explain(new QueryWriter(parameters).write(explain.query()), connection);
        }
        return new CatalogStatements(tables, parser, connection, request.database()).run(statement, context);
    }

    private EngineResult unload(
            Parsed.Unload unload, List<Expression> parameters, ExecutionContext context, Connection connection)
            throws SQLException, EngineException {
        Location target = emptyTarget(unload.location(), context);
        String sql = new QueryWriter(parameters).write(unload.query());
        List<Column> columns = writable(connection, sql, unload.query());
        return writer(connection).write(sql, columns, ParquetWriter.Format.of(unload.properties()), target, context);
    }

    private EngineResult createTableAs(
            Parsed.CreateTableAs create,
            List<Expression> parameters,
            StatementRequest request,
            ExecutionContext context,
            Connection connection)
            throws SQLException, EngineException {
        String schema = create.name().in(request.database());
        if (!tables.databases().contains(schema)) {
            throw EngineErrors.semantic("SCHEMA_NOT_FOUND: line 1:1: Schema '" + schema + "' does not exist");
        }
        String name = create.name().table();
        if (tables.find(schema, name).isPresent()) {
            if (create.ifNotExists()) {
                return new EngineResult.Files(List.of(), 0);
            }
            throw EngineErrors.semantic("TABLE_ALREADY_EXISTS: line 1:1: Destination table 'awsdatacatalog." + schema
                    + "." + name + "' already exists");
        }
        Object external = create.properties().get("external_location");
        Location target = emptyTarget(
                external == null ? context.outputLocation() + "tables/" + UUID.randomUUID() + "/" : external.toString(),
                context);
        String sql = new QueryWriter(parameters).write(create.query());
        List<Column> columns = writable(connection, sql, create.query());
        ParquetWriter.Format format = ParquetWriter.Format.of(create.properties());
        EngineResult.Files files = create.withData()
                ? writer(connection).write(sql, columns, format, target, context)
                : new EngineResult.Files(List.of(), 0);
        List<Column> plain = new ArrayList<>(columns);
        plain.removeIf(c -> format.partitionedBy().contains(c.name()));
        List<Column> keys = new ArrayList<>(columns);
        keys.removeAll(plain);
        String location = target.uri(target.prefix());
        tables.createTable(
                schema,
                new Tables.Entry(
                        Tables.externalTable(name, plain, keys, location),
                        format.format(),
                        location,
                        format.fieldDelimiter().charAt(0)));
        return files;
    }

    private EngineResult insert(
            Parsed.Insert insert,
            List<Expression> parameters,
            StatementRequest request,
            ExecutionContext context,
            Connection connection)
            throws SQLException, EngineException {
        Tables.Entry entry = tables.require(insert.name(), request.database());
        if (entry.location() == null) {
            throw EngineErrors.notSupported("Inserting into a view is not supported");
        }
        List<Column> all = new ArrayList<>(entry.table().columns());
        all.addAll(entry.table().partitionKeys());
        List<String> given =
                insert.columns().orElseGet(() -> all.stream().map(Column::name).toList());
        String source = new QueryWriter(parameters).write(insert.query());
        int found = Describe.columns(connection, source).size();
        if (found != given.size()) {
            throw EngineErrors.semantic("TYPE_MISMATCH: line 1:1: Insert query has mismatched column types: table has "
                    + given.size() + " columns, query has " + found);
        }
        String names = given.stream().map(Sql::identifier).collect(Collectors.joining(", ", "(", ")"));
        String items = all.stream()
                .map(c -> "CAST(" + (given.contains(c.name()) ? Sql.identifier(c.name()) : "NULL") + " AS "
                        + DuckDbTypes.toDuckDb(c.type()) + ") AS " + Sql.identifier(c.name()))
                .collect(Collectors.joining(", "));
        ParquetWriter.Format format = new ParquetWriter.Format(
                entry.format(),
                "GZIP",
                entry.table().partitionKeys().stream().map(Column::name).toList(),
                String.valueOf(entry.fieldDelimiter()));
        return writer(connection)
                .write(
                        "SELECT " + items + " FROM (" + source + ") AS source" + names,
                        all,
                        format,
                        Location.of(entry.location()),
                        context);
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

    private static List<Column> writable(Connection connection, String sql, Query query)
            throws SQLException, EngineException {
        List<Boolean> unnamed = Describe.columns(connection, sql).stream()
                .map(c -> Describe.isUnnamed(c.name()))
                .toList();
        List<Column> columns = Describe.columns(connection, sql, DeclaredTypes.of(query));
        ParquetWriter.checkUnload(columns, unnamed);
        return columns;
    }

    private static Location emptyTarget(String location, ExecutionContext context) throws EngineException {
        Location target = Location.of(location);
        if (!context.store().bucketExists(target.bucket())) {
            throw EngineErrors.user(
                    1000, "HIVE_FILESYSTEM_ERROR: The specified bucket does not exist: " + target.bucket());
        }
        if (!context.store().list(target.bucket(), target.prefix()).isEmpty()) {
            throw EngineErrors.user(
                    1000, "HIVE_PATH_ALREADY_EXISTS: Target directory for table already exists: " + location);
        }
        return target;
    }

    private ParquetWriter writer(Connection connection) {
        return new ParquetWriter(connection, cancellation, rowGroupRows);
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
