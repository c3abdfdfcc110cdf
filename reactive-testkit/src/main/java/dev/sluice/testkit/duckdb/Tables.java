package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.AthenaType;
import dev.sluice.testkit.engine.Catalog;
import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.engine.EngineResult.Column;
import dev.sluice.testkit.s3.ObjectStore;
import dev.sluice.testkit.s3.StoredObject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The catalog. Each table is a view of DuckDB's; one that stands at an S3 location is made anew before a statement when the
 * objects there have changed, as Athena lists them for each query.
 */
final class Tables implements Catalog {
    /** A table at a location, or a view (location null) whose text DuckDB keeps. */
    record Entry(Table table, String format, @Nullable String location, char fieldDelimiter) {}

    private final TreeMap<String, TreeMap<String, Entry>> databases = new TreeMap<>();
    private final Map<String, List<String>> listed = new LinkedHashMap<>();

    @Override
    public synchronized List<String> databases() {
        return List.copyOf(databases.keySet());
    }

    @Override
    public synchronized List<Table> tables(String database) {
        return databases.getOrDefault(database, new TreeMap<>()).values().stream()
                .map(Entry::table)
                .toList();
    }

    synchronized Optional<Entry> find(String database, String name) {
        return Optional.ofNullable(databases.get(database)).map(d -> d.get(name));
    }

    Entry require(Parsed.TableName name, String session) throws EngineException {
        String database = name.in(session);
        return find(database, name.table())
                .orElseThrow(() -> EngineErrors.semantic("TABLE_NOT_FOUND: line 1:1: Table 'awsdatacatalog." + database
                        + "." + name.table() + "' does not exist"));
    }

    synchronized boolean createDatabase(Connection connection, String name) throws SQLException {
        if (databases.containsKey(name)) {
            return false;
        }
        execute(connection, "CREATE SCHEMA " + Sql.identifier(name));
        databases.put(name, new TreeMap<>());
        return true;
    }

    synchronized boolean dropDatabase(Connection connection, String name) throws SQLException {
        if (databases.remove(name) == null) {
            return false;
        }
        listed.keySet().removeIf(key -> key.startsWith(name + "."));
        execute(connection, "DROP SCHEMA " + Sql.identifier(name) + " CASCADE");
        return true;
    }

    synchronized boolean hasTables(String database) {
        return !databases.getOrDefault(database, new TreeMap<>()).isEmpty();
    }

    synchronized boolean drop(Connection connection, String database, String name) throws SQLException {
        TreeMap<String, Entry> tables = databases.get(database);
        if (tables == null || tables.remove(name) == null) {
            return false;
        }
        listed.remove(database + "." + name);
        execute(connection, "DROP VIEW IF EXISTS " + qualified(database, name));
        return true;
    }

    /** Registers a view by its query in DuckDB's words. */
    synchronized void createView(
            Connection connection,
            String database,
            String name,
            String select,
            Analysis analysis,
            String type,
            Map<String, String> parameters)
            throws SQLException {
        execute(connection, "CREATE OR REPLACE VIEW " + qualified(database, name) + " AS " + select);
        List<Column> columns = Output.columns(Output.of(connection, select, analysis));
        of(database).put(name, new Entry(new Table(name, type, columns, List.of(), parameters), "", null, ','));
    }

    synchronized void createTable(String database, Entry entry) {
        of(database).put(entry.table().name(), entry);
        listed.remove(database + "." + entry.table().name());
    }

    /** Brings the views of all tables at locations up to date with the store. */
    synchronized void refresh(Connection connection, ObjectStore store) throws SQLException {
        for (Map.Entry<String, TreeMap<String, Entry>> database : databases.entrySet()) {
            for (Entry entry : database.getValue().values()) {
                if (entry.location() != null) {
                    refresh(connection, store, database.getKey(), entry, entry.location());
                }
            }
        }
    }

    private void refresh(Connection connection, ObjectStore store, String database, Entry entry, String location)
            throws SQLException {
        Location place = Location.parse(location);
        List<StoredObject> objects = store.list(place.bucket(), place.prefix()).stream()
                .filter(o -> o.size() > 0 && !Location.isHidden(o.key()))
                .toList();
        String key = database + "." + entry.table().name();
        List<String> versions = objects.stream().map(o -> o.key() + o.etag()).toList();
        if (versions.equals(listed.get(key))) {
            return;
        }
        String create =
                "CREATE OR REPLACE VIEW " + qualified(database, entry.table().name()) + " AS ";
        try {
            execute(connection, create + (objects.isEmpty() ? noRows(entry) : union(entry, place, objects)));
        } catch (SQLException e) {
            // Only a statement that reads this table is to fail.
            execute(connection, create + broken(entry, String.valueOf(e.getMessage())));
        }
        listed.put(key, versions);
    }

    private static String broken(Entry entry, String message) {
        String first = message.lines().findFirst().orElse(message);
        return noRows(entry).replace(" WHERE false", "") + " FROM (SELECT error("
                + Sql.literal("HIVE_BAD_DATA: " + first) + ") AS failure) AS t WHERE failure IS NULL";
    }

    private static String noRows(Entry entry) {
        return allColumns(entry.table()).stream()
                .map(c -> "CAST(NULL AS " + DuckDbTypes.toDuckDb(c.type()) + ") AS " + Sql.identifier(c.name()))
                .collect(Collectors.joining(", ", "SELECT ", " WHERE false"));
    }

    /** Files of one partition are read together; the values of its keys stand in their paths and nowhere else. */
    private static String union(Entry entry, Location place, List<StoredObject> objects) {
        Map<Map<String, String>, List<StoredObject>> partitions = new LinkedHashMap<>();
        for (StoredObject object : objects) {
            partitions
                    .computeIfAbsent(place.partition(object.key()), p -> new ArrayList<>())
                    .add(object);
        }
        return partitions.entrySet().stream()
                .map(p -> select(entry, p.getKey(), p.getValue()))
                .collect(Collectors.joining(" UNION ALL "));
    }

    private static String select(Entry entry, Map<String, String> partition, List<StoredObject> objects) {
        List<String> items = new ArrayList<>();
        for (Column column : allColumns(entry.table())) {
            String name = Sql.identifier(column.name());
            String value = partition.containsKey(column.name()) ? Sql.literal(partition.get(column.name())) : name;
            items.add("CAST(" + value + " AS " + DuckDbTypes.toDuckDb(column.type()) + ") AS " + name);
        }
        String files =
                objects.stream().map(o -> Sql.literal(o.file().toString())).collect(Collectors.joining(", ", "[", "]"));
        return "SELECT " + String.join(", ", items) + " FROM " + reader(entry, files);
    }

    private static String reader(Entry entry, String files) {
        return switch (entry.format()) {
            case "PARQUET" -> "read_parquet(" + files + ", union_by_name = true)";
            case "JSON" -> "read_json(" + files + ", format = 'newline_delimited', columns = " + struct(entry) + ")";
            default ->
                "read_csv(" + files + ", header = false, delim = "
                        + Sql.literal(String.valueOf(entry.fieldDelimiter()))
                        + ", quote = '', nullstr = '\\N', columns = "
                        + struct(entry) + ")";
        };
    }

    private static String struct(Entry entry) {
        return entry.table().columns().stream()
                .map(c -> Sql.literal(c.name()) + ": " + Sql.literal(DuckDbTypes.toDuckDb(c.type())))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    /** The columns, then the keys of the partitions. */
    static List<Column> allColumns(Table table) {
        List<Column> all = new ArrayList<>(table.columns());
        all.addAll(table.partitionKeys());
        return all;
    }

    /** The database a new table goes to. */
    String database(Parsed.TableName name, String session) throws EngineException {
        String database = name.in(session);
        if (!databases().contains(database)) {
            throw EngineErrors.semantic("SCHEMA_NOT_FOUND: line 1:1: Schema '" + database + "' does not exist");
        }
        return database;
    }

    private Map<String, Entry> of(String database) {
        Map<String, Entry> tables = databases.get(database);
        if (tables == null) {
            throw new IllegalStateException("no database " + database);
        }
        return tables;
    }

    static Table externalTable(String name, List<Column> columns, List<Column> partitionKeys, String location) {
        return new Table(
                name, "EXTERNAL_TABLE", columns, partitionKeys, Map.of("EXTERNAL", "TRUE", "location", location));
    }

    /** Athena's tables hold timestamps of three digits; varchar lengths are not kept in files. */
    static AthenaType stored(AthenaType type) {
        return type.base().equals("timestamp") ? AthenaType.of("timestamp", 3) : type;
    }

    static String qualified(String database, String name) {
        return Sql.identifier(database) + "." + Sql.identifier(name);
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
