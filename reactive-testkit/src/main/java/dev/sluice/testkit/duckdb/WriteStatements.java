package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.engine.EngineResult;
import dev.sluice.testkit.engine.EngineResult.Column;
import dev.sluice.testkit.engine.ExecutionContext;
import dev.sluice.testkit.engine.StatementRequest;
import io.trino.sql.tree.Expression;
import io.trino.sql.tree.Query;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/** UNLOAD, CREATE TABLE AS and INSERT: queries whose rows go into the store. */
final class WriteStatements {
    private final Tables tables;
    private final FileWriter writer;
    private final Connection connection;
    private final StatementRequest request;
    private final List<Expression> parameters;
    private final ExecutionContext context;

    WriteStatements(
            Tables tables,
            FileWriter writer,
            Connection connection,
            StatementRequest request,
            List<Expression> parameters,
            ExecutionContext context) {
        this.tables = tables;
        this.writer = writer;
        this.connection = connection;
        this.request = request;
        this.parameters = parameters;
        this.context = context;
    }

    EngineResult.Files unload(Parsed.Unload unload) throws SQLException, EngineException {
        Location target = emptyTarget(unload.location());
        Source source = source(unload.query());
        FileFormat format = FileFormat.of(unload.properties());
        Unloadable.check(source.outputs());
        format.checkPartitions(Output.columns(source.outputs()));
        return writer.write(source.projected(), Output.columns(source.outputs()), format, target, context);
    }

    EngineResult.Files createTableAs(Parsed.CreateTableAs create) throws SQLException, EngineException {
        String database = tables.database(create.name(), request.database());
        String name = create.name().table();
        if (tables.find(database, name).isPresent()) {
            if (create.ifNotExists()) {
                return new EngineResult.Files(List.of(), 0);
            }
            throw EngineErrors.semantic("TABLE_ALREADY_EXISTS: line 1:1: Destination table 'awsdatacatalog." + database
                    + "." + name + "' already exists");
        }
        Object external = create.properties().get("external_location");
        Location target = emptyTarget(
                external == null
                        ? context.outputLocation() + "tables/" + UUID.randomUUID() + "/"
                        : external.toString());
        Source source = source(create.query());
        FileFormat format = FileFormat.of(create.properties());
        List<Column> columns = Output.columns(source.outputs());
        Unloadable.check(source.outputs());
        format.checkPartitions(columns);
        EngineResult.Files files = create.withData()
                ? writer.write(source.projected(), columns, format, target, context)
                : new EngineResult.Files(List.of(), 0);
        List<Column> keys = new ArrayList<>(columns);
        keys.removeIf(c -> !format.partitionedBy().contains(c.name()));
        List<Column> plain = new ArrayList<>(columns);
        plain.removeAll(keys);
        String location = target.uri(target.prefix());
        tables.createTable(
                database,
                new Tables.Entry(
                        Tables.externalTable(name, plain, keys, location),
                        format.format(),
                        location,
                        format.fieldDelimiter().charAt(0)));
        return files;
    }

    EngineResult.Files insert(Parsed.Insert insert) throws SQLException, EngineException {
        Tables.Entry entry = tables.require(insert.name(), request.database());
        if (entry.location() == null) {
            throw EngineErrors.notSupported("Inserting into a view is not supported");
        }
        List<Column> all = Tables.allColumns(entry.table());
        List<String> given =
                insert.columns().orElseGet(() -> all.stream().map(Column::name).toList());
        Source source = source(insert.query());
        if (source.outputs().size() != given.size()) {
            throw EngineErrors.semantic("TYPE_MISMATCH: line 1:1: Insert query has mismatched column types: Table: "
                    + types(all) + ", Query: " + types(Output.columns(source.outputs())));
        }
        String names = given.stream().map(Sql::identifier).collect(Collectors.joining(", ", "(", ")"));
        String items = all.stream()
                .map(c -> "CAST(" + (given.contains(c.name()) ? Sql.identifier(c.name()) : "NULL") + " AS "
                        + DuckDbTypes.toDuckDb(c.type()) + ") AS " + Sql.identifier(c.name()))
                .collect(Collectors.joining(", "));
        FileFormat format = new FileFormat(
                entry.format(),
                "GZIP",
                entry.table().partitionKeys().stream().map(Column::name).toList(),
                String.valueOf(entry.fieldDelimiter()));
        String select = "SELECT " + items + " FROM (" + source.sql() + ") AS source" + names;
        return writer.write(select, all, format, Location.of(entry.location()), context);
    }

    private static String types(List<Column> columns) {
        return columns.stream().map(c -> c.type().toString()).collect(Collectors.joining(", ", "[", "]"));
    }

    private Source source(Query query) throws SQLException {
        Analysis analysis = QueryAnalyzer.analyze(query, tables, request.database(), parameters);
        String sql = new QueryWriter(parameters, analysis).write(query);
        return new Source(sql, Output.of(connection, sql, analysis));
    }

    private Location emptyTarget(String location) throws EngineException {
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

    /** A query in DuckDB's words, and its columns. */
    private record Source(String sql, List<Output> outputs) {
        /** The query with its columns in the types and under the names that Athena gives them. */
        String projected() {
            List<String> names = new ArrayList<>();
            List<String> items = new ArrayList<>();
            for (int i = 0; i < outputs.size(); i++) {
                names.add("c" + i);
                items.add(outputs.get(i).value(i) + " AS "
                        + Sql.identifier(outputs.get(i).name()));
            }
            return "SELECT " + String.join(", ", items) + " FROM (" + sql + ") AS q(" + String.join(", ", names) + ")";
        }
    }
}
