package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.StatementInfo;
import dev.sluice.testkit.engine.StatementInfo.Kind;
import io.trino.sql.tree.Query;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A statement, understood. Names are in lower case; a database that is not given is the session's. */
sealed interface Parsed {
    /** What GetQueryExecution says of it. */
    StatementInfo info();

    /** The query in it; null where there is none. */
    default @Nullable Query query() {
        return null;
    }

    /** How many {@code ?} it has. */
    default int parameterCount() {
        return 0;
    }

    /** A table's name. */
    record TableName(@Nullable String database, String table) {
        String in(String session) {
            return database == null ? session : database;
        }
    }

    /** SELECT, VALUES, TABLE. */
    record Select(Query query, int parameterCount) implements Parsed {
        @Override
        public StatementInfo info() {
            return new StatementInfo(Kind.SELECT, "SELECT");
        }
    }

    /** UNLOAD (query) TO location WITH (properties). */
    record Unload(Query query, int parameterCount, String location, Map<String, Object> properties) implements Parsed {
        @Override
        public StatementInfo info() {
            return new StatementInfo(Kind.UNLOAD, "UNLOAD");
        }
    }

    /** CREATE TABLE name WITH (properties) AS query. */
    record CreateTableAs(
            TableName name,
            boolean ifNotExists,
            Query query,
            int parameterCount,
            Map<String, Object> properties,
            boolean withData)
            implements Parsed {
        @Override
        public StatementInfo info() {
            return new StatementInfo(Kind.CREATE_TABLE_AS, "CREATE_TABLE_AS_SELECT");
        }
    }

    /** INSERT INTO name (columns) query. */
    record Insert(TableName name, Optional<List<String>> columns, Query query, int parameterCount) implements Parsed {
        @Override
        public StatementInfo info() {
            return new StatementInfo(Kind.INSERT, "INSERT");
        }
    }

    /** CREATE VIEW name AS query; the query's own text is kept, for it is looked at again on every use. */
    record CreateView(TableName name, boolean orReplace, Query query) implements Parsed {
        @Override
        public StatementInfo info() {
            return new StatementInfo(Kind.DDL, "CREATE_VIEW");
        }
    }

    /** CREATE EXTERNAL TABLE. */
    record CreateTable(
            TableName name,
            boolean ifNotExists,
            List<ColumnDefinition> columns,
            List<ColumnDefinition> partitionKeys,
            String format,
            @Nullable String location,
            char fieldDelimiter)
            implements Parsed {
        @Override
        public StatementInfo info() {
            return new StatementInfo(Kind.DDL, "CREATE_TABLE");
        }
    }

    /** A column of CREATE TABLE, its type in Hive's words. */
    record ColumnDefinition(String name, String hiveType) {}

    /** CREATE DATABASE, DROP DATABASE, DROP TABLE, DROP VIEW. */
    record Simple(Action action, TableName name, boolean lenient, boolean cascade) implements Parsed {
        @Override
        public StatementInfo info() {
            return new StatementInfo(Kind.DDL, action.name());
        }
    }

    /** The kinds of {@link Simple}; for databases the name's table is the database. */
    enum Action {
        CREATE_DATABASE,
        DROP_DATABASE,
        DROP_TABLE,
        DROP_VIEW,
        ALTER_TABLE
    }

    /** MSCK REPAIR TABLE: rows, though it is DDL. */
    record Repair(TableName name) implements Parsed {
        @Override
        public StatementInfo info() {
            return new StatementInfo(Kind.DDL, "MSCK_REPAIR_TABLE");
        }
    }

    /** SHOW and DESCRIBE. */
    record Show(
            What what, @Nullable TableName name, @Nullable String pattern) implements Parsed {
        /** What is shown, with the SubstatementType. */
        enum What {
            DATABASES("SHOW_DATABASES"),
            TABLES("SHOW_TABLES"),
            COLUMNS("SHOW_COLUMNS"),
            PARTITIONS("SHOW_PARTITIONS"),
            CREATE_TABLE("SHOW_CREATE_TABLE"),
            DESCRIBE("DESCRIBE_TABLE");

            private final String substatement;

            What(String substatement) {
                this.substatement = substatement;
            }
        }

        @Override
        public StatementInfo info() {
            return new StatementInfo(Kind.UTILITY, what.substatement);
        }
    }

    /** EXPLAIN query. */
    record Explain(Query query, int parameterCount) implements Parsed {
        @Override
        public StatementInfo info() {
            return new StatementInfo(Kind.UTILITY, "EXPLAIN");
        }
    }
}
