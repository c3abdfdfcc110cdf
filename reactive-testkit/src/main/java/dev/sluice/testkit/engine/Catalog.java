package dev.sluice.testkit.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Databases and tables, for ListDatabases, GetTableMetadata and their like.
 *
 * @since 0.1
 */
public interface Catalog {
    /**
     * The databases, in the order of their names.
     *
     * @return their names
     */
    List<String> databases();

    /**
     * The tables and views of a database, in the order of their names.
     *
     * @param database its name
     * @return the tables; empty if there is no such database
     */
    List<Table> tables(String database);

    /**
     * One table.
     *
     * @param database its database
     * @param name its name, in lower case
     * @return the table, or nothing
     */
    default Optional<Table> table(String database, String name) {
        return tables(database).stream().filter(t -> t.name().equals(name)).findFirst();
    }

    /**
     * A table or view.
     *
     * @param name its name
     * @param tableType {@code EXTERNAL_TABLE} or {@code VIRTUAL_VIEW}
     * @param columns its columns, without the partition keys
     * @param partitionKeys the columns it is partitioned by
     * @param parameters what Glue would say of it, for example {@code location}
     */
    record Table(
            String name,
            String tableType,
            List<EngineResult.Column> columns,
            List<EngineResult.Column> partitionKeys,
            Map<String, String> parameters) {
        /**
         * Copies the collections.
         *
         * @param name as the record says
         * @param tableType as the record says
         * @param columns as the record says
         * @param partitionKeys as the record says
         * @param parameters as the record says
         */
        public Table {
            columns = List.copyOf(columns);
            partitionKeys = List.copyOf(partitionKeys);
            parameters = Map.copyOf(parameters);
        }
    }
}
