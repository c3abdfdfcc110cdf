package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.AthenaType;
import dev.sluice.testkit.engine.Catalog;
import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.engine.EngineResult;
import dev.sluice.testkit.engine.EngineResult.Column;
import dev.sluice.testkit.engine.ExecutionContext;
import dev.sluice.testkit.engine.InvalidStatementException;
import dev.sluice.testkit.s3.StoredObject;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** DDL, SHOW and DESCRIBE. */
final class CatalogStatements {
    private static final AthenaType STRING = AthenaType.of("string");
    private static final EngineResult.Text DONE = new EngineResult.Text(List.of(), List.of());

    private final Tables tables;
    private final StatementParser parser;
    private final Connection connection;
    private final String session;

    CatalogStatements(Tables tables, StatementParser parser, Connection connection, String session) {
        this.tables = tables;
        this.parser = parser;
        this.connection = connection;
        this.session = session;
    }

    EngineResult.Text run(Parsed statement, ExecutionContext context) throws SQLException, EngineException {
        if (statement instanceof Parsed.CreateTable create) {
            return createTable(create);
        }
        if (statement instanceof Parsed.CreateView view) {
            return createView(view);
        }
        if (statement instanceof Parsed.Simple simple) {
            return simple(simple);
        }
        if (statement instanceof Parsed.Repair repair) {
            return repair(repair, context);
        }
        return show((Parsed.Show) statement, context);
    }

    private EngineResult.Text createTable(Parsed.CreateTable create) throws EngineException {
        String database = tables.database(create.name(), session);
        if (tables.find(database, create.name().table()).isPresent()) {
            if (create.ifNotExists()) {
                return DONE;
            }
            throw failedDdl(
                    "AlreadyExistsException(message:Table " + create.name().table() + " already exists)");
        }
        if (create.location() == null) {
            throw failedDdl("MetaException(message:No location for the external table "
                    + create.name().table() + ")");
        }
        Location.of(create.location());
        Catalog.Table table = Tables.externalTable(
                create.name().table(), columns(create.columns()), columns(create.partitionKeys()), create.location());
        tables.createTable(
                database, new Tables.Entry(table, create.format(), create.location(), create.fieldDelimiter()));
        return DONE;
    }

    private List<Column> columns(List<Parsed.ColumnDefinition> definitions) throws EngineException {
        List<Column> columns = new ArrayList<>();
        for (Parsed.ColumnDefinition definition : definitions) {
            try {
                String trino = HiveTypes.toTrino(definition.hiveType());
                columns.add(new Column(definition.name(), Tables.stored(DuckDbTypes.fromTrino(parser.type(trino)))));
            } catch (InvalidStatementException e) {
                throw EngineErrors.with(
                        failedDdl("MetaException(message:unknown type " + definition.hiveType() + ")"), e);
            }
        }
        return columns;
    }

    private EngineResult.Text createView(Parsed.CreateView view) throws SQLException, EngineException {
        String database = tables.database(view.name(), session);
        if (tables.find(database, view.name().table()).isPresent() && !view.orReplace()) {
            throw EngineErrors.semantic("TABLE_ALREADY_EXISTS: line 1:1: View already exists: '" + database + "."
                    + view.name().table() + "'");
        }
        Analysis analysis = QueryAnalyzer.analyze(view.query(), tables, session, List.of());
        String select = new QueryWriter(List.of(), analysis).write(view.query());
        tables.createView(connection, database, view.name().table(), select, analysis, "VIRTUAL_VIEW", Map.of());
        return DONE;
    }

    private EngineResult.Text simple(Parsed.Simple simple) throws SQLException, EngineException {
        String name = simple.name().table();
        switch (simple.action()) {
            case CREATE_DATABASE -> {
                if (!tables.createDatabase(connection, name) && !simple.lenient()) {
                    throw failedDdl("AlreadyExistsException(message:Database " + name + " already exists)");
                }
            }
            case DROP_DATABASE -> {
                if (tables.hasTables(name) && !simple.cascade()) {
                    throw failedDdl("InvalidOperationException(message:Database " + name
                            + " is not empty. One or more tables exist.)");
                }
                if (!tables.dropDatabase(connection, name) && !simple.lenient()) {
                    throw failedDdl("SemanticException [Error 10072]: Database does not exist: " + name);
                }
            }
            case DROP_TABLE, DROP_VIEW -> {
                if (!tables.drop(connection, tables.database(simple.name(), session), name) && !simple.lenient()) {
                    throw failedDdl("SemanticException [Error 10001]: Table not found " + name);
                }
            }
            case ALTER_TABLE -> tables.require(simple.name(), session);
        }
        return DONE;
    }

    private EngineResult.Text repair(Parsed.Repair repair, ExecutionContext context) throws EngineException {
        Tables.Entry entry = tables.require(repair.name(), session);
        List<String> lines = new ArrayList<>();
        for (String partition : partitions(entry, context)) {
            lines.add("Partitions not in metastore:\t" + entry.table().name() + ":" + partition);
        }
        return new EngineResult.Text(List.of(), lines);
    }

    private static List<String> partitions(Tables.Entry entry, ExecutionContext context) {
        TreeSet<String> partitions = new TreeSet<>();
        if (entry.location() != null && !entry.table().partitionKeys().isEmpty()) {
            Location place = Location.parse(entry.location());
            for (StoredObject object : context.store().list(place.bucket(), place.prefix())) {
                List<String> parts = new ArrayList<>();
                place.partition(object.key()).forEach((key, value) -> parts.add(key + "=" + value));
                if (!parts.isEmpty()) {
                    partitions.add(String.join("/", parts));
                }
            }
        }
        return List.copyOf(partitions);
    }

    private EngineResult.Text show(Parsed.Show show, ExecutionContext context) throws EngineException {
        Parsed.TableName name = show.name();
        if (show.what() == Parsed.Show.What.DATABASES) {
            return lines("database_name", matching(tables.databases(), show.pattern()));
        }
        if (show.what() == Parsed.Show.What.TABLES) {
            String database = name == null ? session : name.in(session);
            List<String> names =
                    tables.tables(database).stream().map(Catalog.Table::name).toList();
            return lines("tab_name", matching(names, show.pattern()));
        }
        if (name == null) {
            throw new IllegalStateException(show.what() + " without a table");
        }
        Tables.Entry entry = tables.require(name, session);
        return switch (show.what()) {
            case COLUMNS -> lines("field", padded(entry.table()));
            case PARTITIONS -> lines("partition", partitions(entry, context));
            case CREATE_TABLE -> lines("createtab_stmt", createStatement(name.in(session), entry));
            default -> describe(entry.table());
        };
    }

    private static List<String> padded(Catalog.Table table) {
        return Tables.allColumns(table).stream().map(c -> pad(c.name())).toList();
    }

    private static EngineResult.Text describe(Catalog.Table table) {
        List<String> lines = new ArrayList<>();
        for (Column column : table.columns()) {
            lines.add(described(column));
        }
        if (!table.partitionKeys().isEmpty()) {
            lines.add("\t \t ");
            lines.add("# Partition Information\t \t ");
            lines.add(pad("# col_name") + "\t" + pad("data_type") + "\t" + pad("comment"));
            lines.add("\t \t ");
            for (Column column : table.partitionKeys()) {
                lines.add(described(column));
            }
        }
        List<Column> columns =
                List.of(new Column("col_name", STRING), new Column("data_type", STRING), new Column("comment", STRING));
        return new EngineResult.Text(columns, lines);
    }

    private static String described(Column column) {
        return pad(column.name()) + "\t" + pad(HiveTypes.of(column.type())) + "\t" + pad("");
    }

    private static List<String> createStatement(String database, Tables.Entry entry) {
        List<String> lines = new ArrayList<>();
        Catalog.Table table = entry.table();
        lines.add("CREATE EXTERNAL TABLE `" + database + "." + table.name() + "`(");
        definitions(lines, table.columns());
        if (!table.partitionKeys().isEmpty()) {
            lines.add("PARTITIONED BY ( ");
            definitions(lines, table.partitionKeys());
        }
        if (entry.location() != null) {
            lines.add("STORED AS " + entry.format());
            lines.add("LOCATION");
            lines.add("  '" + entry.location() + "'");
        }
        return lines;
    }

    private static void definitions(List<String> lines, List<Column> columns) {
        for (int i = 0; i < columns.size(); i++) {
            lines.add("  `" + columns.get(i).name() + "` "
                    + HiveTypes.of(columns.get(i).type()) + (i < columns.size() - 1 ? ", " : ")"));
        }
    }

    /** Names are padded with blanks to 20, as Hive's client prints them. */
    private static String pad(String text) {
        return text + " ".repeat(Math.max(0, 20 - text.length()));
    }

    private static List<String> matching(List<String> names, @Nullable String pattern) {
        if (pattern == null) {
            return names;
        }
        // Hive's patterns: a star for any text, a bar between choices.
        Pattern regex = Pattern.compile(pattern.replace("*", ".*"), Pattern.CASE_INSENSITIVE);
        return names.stream().filter(n -> regex.matcher(n).matches()).toList();
    }

    private static EngineResult.Text lines(String column, List<String> lines) {
        return new EngineResult.Text(List.of(new Column(column, STRING)), lines);
    }

    private static EngineException failedDdl(String message) {
        return new EngineException(
                EngineException.USER, 1003, false, "FAILED: Execution Error, return code 1. " + message);
    }
}
