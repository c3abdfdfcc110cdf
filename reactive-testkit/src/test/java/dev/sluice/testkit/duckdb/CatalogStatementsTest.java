package dev.sluice.testkit.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.engine.AthenaType;
import dev.sluice.testkit.engine.Catalog;
import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.engine.EngineResult;
import dev.sluice.testkit.engine.EngineResult.Column;
import dev.sluice.testkit.engine.StatementInfo;
import dev.sluice.testkit.engine.StatementRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables that statements make, fill, show and drop. */
class CatalogStatementsTest {
    @TempDir
    Path directory;

    private EngineFixture fixture;

    @BeforeEach
    void open() {
        fixture = new EngineFixture(directory);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '"', textBlock = """
        SELECT 1 | SELECT | SELECT
        (VALUES 1) | SELECT | SELECT
        UNLOAD (SELECT 1 AS a) TO 's3://b/' WITH (format = 'PARQUET') | UNLOAD | UNLOAD
        create table t as select 1 as a | CREATE_TABLE_AS | CREATE_TABLE_AS_SELECT
        INSERT INTO t VALUES 1 | INSERT | INSERT
        CREATE EXTERNAL TABLE t (a int) LOCATION 's3://b/t/' | DDL | CREATE_TABLE
        CREATE VIEW v AS SELECT 1 AS a | DDL | CREATE_VIEW
        CREATE DATABASE d | DDL | CREATE_DATABASE
        DROP TABLE t | DDL | DROP_TABLE
        MSCK REPAIR TABLE t | DDL | MSCK_REPAIR_TABLE
        ALTER TABLE t ADD PARTITION (d = '1') | DDL | ALTER_TABLE
        SHOW TABLES | UTILITY | SHOW_TABLES
        SHOW DATABASES | UTILITY | SHOW_DATABASES
        DESCRIBE t | UTILITY | DESCRIBE_TABLE
        EXPLAIN SELECT 1 | UTILITY | EXPLAIN
        """)
    void kindsAreToldWithoutRunning(String sql, StatementInfo.Kind kind, String substatement) throws Exception {
        StatementInfo info =
                fixture.engine().analyze(new StatementRequest(sql, List.of(), "AwsDataCatalog", "default"));
        assertThat(info).isEqualTo(new StatementInfo(kind, substatement));
    }

    @Test
    void createTableAsWritesFilesAndTheTableIsRead() throws Exception {
        EngineResult.Files files = fixture.files("CREATE TABLE t WITH (format = 'PARQUET') AS"
                + " SELECT 1 AS a, cast('x' as varchar) AS b, timestamp '2024-01-01 00:00:00.5' AS c");
        assertThat(files.rowCount()).isOne();
        assertThat(files.paths()).hasSize(1).allMatch(path -> path.startsWith("s3://results/out/tables/"));
        assertThat(fixture.texts("SELECT * FROM t")).containsExactly(List.of("1", "x", "2024-01-01 00:00:00.5"));
        assertThat(fixture.lines("SHOW TABLES")).containsExactly("t");
        EngineException failure = fixture.failure("CREATE TABLE t AS SELECT 1 AS a");
        assertThat(failure)
                .hasMessage(
                        "TABLE_ALREADY_EXISTS: line 1:1: Destination table 'awsdatacatalog.default.t' already exists");
        assertThat(fixture.files("CREATE TABLE IF NOT EXISTS t AS SELECT 1 AS a")
                        .rowCount())
                .isZero();
    }

    @Test
    void insertAddsRowsByNameAndByPlace() throws Exception {
        fixture.run("CREATE TABLE t WITH (external_location = 's3://results/t/') AS SELECT 1 AS a, 'x' AS b");
        assertThat(fixture.files("INSERT INTO t VALUES (2, 'y'), (3, NULL)").rowCount())
                .isEqualTo(2);
        assertThat(fixture.files("INSERT INTO t (b) SELECT 'z'").paths())
                .hasSize(1)
                .allMatch(path -> path.startsWith("s3://results/t/"));
        assertThat(fixture.texts("SELECT count(*), count(a), max(a), max(b) FROM t"))
                .containsExactly(List.of("4", "3", "3", "z"));
        assertThat(fixture.failure("INSERT INTO t VALUES (1, 'a', 2)"))
                .hasMessage(
                        "TYPE_MISMATCH: line 1:1: Insert query has mismatched column types: Table: [integer, varchar(1)],"
                                + " Query: [integer, varchar(1), integer]");
        assertThat(fixture.failure("INSERT INTO pypi.calendar SELECT * FROM pypi.calendar"))
                .hasMessage("NOT_SUPPORTED: Inserting into a view is not supported");
    }

    @Test
    void createTableAsWithNoDataMakesAnEmptyTable() throws Exception {
        EngineResult.Files files = fixture.files("CREATE TABLE t AS SELECT 1 AS a WITH NO DATA");
        assertThat(files.paths()).isEmpty();
        assertThat(fixture.texts("SELECT * FROM t")).isEmpty();
        assertThat(fixture.schema("SELECT * FROM t")).containsExactly("a integer");
    }

    @Test
    void anExternalTableSeesTheObjectsThatAreThere() throws Exception {
        fixture.run("CREATE EXTERNAL TABLE logs (id int, name string, at timestamp) PARTITIONED BY (day string)"
                + " ROW FORMAT DELIMITED FIELDS TERMINATED BY ',' STORED AS TEXTFILE LOCATION 's3://results/logs/'"
                + " TBLPROPERTIES ('skip.header.line.count' = '0')");
        assertThat(fixture.texts("SELECT * FROM logs")).isEmpty();
        put("logs/day=2024-01-01/a", "1,one,2024-01-01 00:00:00\n2,\\N,\\N\n");
        put("logs/day=2024-01-02/b", "3,\"three\",2024-01-02 00:00:00\n");
        put("logs/_hidden", "not a row");
        assertThat(fixture.texts("SELECT id, name, day FROM logs ORDER BY id"))
                .containsExactly(
                        List.of("1", "one", "2024-01-01"),
                        java.util.Arrays.asList("2", null, "2024-01-01"),
                        List.of("3", "\"three\"", "2024-01-02"));
        assertThat(fixture.lines("SHOW PARTITIONS logs")).containsExactly("day=2024-01-01", "day=2024-01-02");
        assertThat(fixture.lines("MSCK REPAIR TABLE logs"))
                .containsExactly(
                        "Partitions not in metastore:\tlogs:day=2024-01-01",
                        "Partitions not in metastore:\tlogs:day=2024-01-02");
        fixture.store().delete(EngineFixture.BUCKET, "logs/day=2024-01-02/b");
        assertThat(fixture.text("SELECT count(*) FROM logs")).isEqualTo("2");
    }

    @Test
    void jsonAndParquetTablesAreRead() throws Exception {
        fixture.run("CREATE EXTERNAL TABLE j (a int, l array<string>, s struct<x:int,y:map<string,double>>)"
                + " ROW FORMAT SERDE 'org.openx.data.jsonserde.JsonSerDe' LOCATION 's3://results/j/'");
        put("j/1", "{\"a\": 1, \"l\": [\"x\"], \"s\": {\"x\": 2, \"y\": {\"k\": 1.5}}}\n");
        assertThat(fixture.schema("SELECT * FROM j"))
                .containsExactly("a integer", "l array(varchar)", "s row(x integer, y map(varchar, double))");
        assertThat(fixture.texts("SELECT * FROM j")).containsExactly(List.of("1", "[x]", "{x=2, y={k=1.5}}"));
        fixture.files("UNLOAD (SELECT 7 AS a) TO 's3://results/p/' WITH (format = 'PARQUET')");
        fixture.run("CREATE EXTERNAL TABLE p (a int) STORED AS PARQUET LOCATION 's3://results/p/'");
        assertThat(fixture.text("SELECT a FROM p")).isEqualTo("7");
    }

    @Test
    void aTableWithBrokenFilesFailsAloneAndWithItsOwnError() throws Exception {
        put("broken/x", "no parquet");
        fixture.run("CREATE EXTERNAL TABLE broken (a int) STORED AS PARQUET LOCATION 's3://results/broken/'");
        assertThat(fixture.text("SELECT 1")).isEqualTo("1");
        EngineException failure = fixture.failure("SELECT a FROM broken");
        assertThat(failure).hasMessageStartingWith("HIVE_BAD_DATA: ");
        assertThat(failure.errorCategory()).isEqualTo(EngineException.USER);
    }

    @Test
    void showAndDescribeTellInHivesWords() throws Exception {
        fixture.run("CREATE EXTERNAL TABLE wide (number_of_rows bigint, d decimal(10, 2), m map<string,array<int>>)"
                + " PARTITIONED BY (day date) STORED AS PARQUET LOCATION 's3://results/wide/'");
        EngineResult.Text described = (EngineResult.Text) fixture.run("DESCRIBE wide");
        assertThat(described.columns()).extracting(Column::name).containsExactly("col_name", "data_type", "comment");
        assertThat(described.lines())
                .containsExactly(
                        "number_of_rows      \tbigint              \t                    ",
                        "d                   \tdecimal(10,2)       \t                    ",
                        "m                   \tmap<string,array<int>>\t                    ",
                        "\t \t ",
                        "# Partition Information\t \t ",
                        "# col_name          \tdata_type           \tcomment             ",
                        "\t \t ",
                        "day                 \tdate                \t                    ");
        EngineResult.Text columns = (EngineResult.Text) fixture.run("SHOW COLUMNS IN wide");
        assertThat(columns.columns()).containsExactly(new Column("field", AthenaType.of("string")));
        assertThat(columns.lines()).hasSize(4).contains("number_of_rows      ");
        assertThat(fixture.lines("SHOW CREATE TABLE wide"))
                .startsWith("CREATE EXTERNAL TABLE `default.wide`(", "  `number_of_rows` bigint, ")
                .contains("PARTITIONED BY ( ", "  `day` date)", "STORED AS PARQUET", "  's3://results/wide/'");
    }

    @Test
    void databasesAreMadeShownAndDropped() throws Exception {
        fixture.run("CREATE DATABASE sales");
        fixture.run("CREATE SCHEMA IF NOT EXISTS sales");
        assertThat(fixture.failure("CREATE DATABASE sales"))
                .hasMessageContaining("Database sales already exists")
                .extracting(EngineException::errorType)
                .isEqualTo(1003);
        assertThat(fixture.lines("SHOW DATABASES")).containsExactly("default", "pypi", "sales");
        assertThat(fixture.lines("SHOW DATABASES LIKE 's*'")).containsExactly("sales");
        fixture.run("CREATE VIEW sales.v AS SELECT cast('x' as char(3)) AS c");
        assertThat(fixture.lines("SHOW TABLES IN sales")).containsExactly("v");
        assertThat(fixture.schema("SELECT * FROM sales.v")).containsExactly("c char(3)");
        assertThat(fixture.failure("DROP DATABASE sales")).hasMessageContaining("is not empty");
        fixture.run("DROP DATABASE sales CASCADE");
        assertThat(fixture.lines("SHOW DATABASES")).containsExactly("default", "pypi");
        assertThat(fixture.failure("DROP DATABASE sales")).hasMessageContaining("Database does not exist: sales");
        fixture.run("DROP DATABASE IF EXISTS sales");
    }

    @Test
    void droppedTablesAreGoneAndTheirFilesStay() throws Exception {
        EngineResult.Files files = fixture.files("CREATE TABLE t AS SELECT 1 AS a");
        fixture.run("DROP TABLE t");
        assertThat(fixture.failure("SELECT * FROM t")).hasMessageStartingWith("TABLE_NOT_FOUND");
        assertThat(fixture.failure("DROP TABLE t")).hasMessageContaining("Table not found t");
        fixture.run("DROP TABLE IF EXISTS t");
        assertThat(fixture.objects("out/tables/")).hasSameSizeAs(files.paths());
    }

    @Test
    void unqualifiedNamesAreThoseOfTheSessionsDatabase() throws Exception {
        try (EngineResult result = fixture.runIn("pypi", "SELECT count(*) FROM calendar")) {
            assertThat(((EngineResult.Rows) result).rows().next()).containsExactly(1_000L);
        }
        assertThat(fixture.failure("SELECT * FROM calendar")).hasMessageStartingWith("TABLE_NOT_FOUND");
        try (EngineResult result = fixture.runIn("pypi", "SELECT day FROM awsdatacatalog.pypi.calendar LIMIT 1")) {
            assertThat(((EngineResult.Rows) result).rows()).hasNext();
        }
    }

    @Test
    void theCatalogHasWhatTheStatementsMade() throws Exception {
        fixture.run("CREATE TABLE t WITH (external_location = 's3://results/t/', partitioned_by = ARRAY['p']) AS"
                + " SELECT cast('x' as char(2)) AS a, 1 AS p");
        Catalog catalog = fixture.engine().catalog();
        assertThat(catalog.databases()).containsExactly("default", "pypi");
        Catalog.Table table = catalog.table("default", "t").orElseThrow();
        assertThat(table.tableType()).isEqualTo("EXTERNAL_TABLE");
        assertThat(table.columns()).containsExactly(new Column("a", AthenaType.of("char", 2)));
        assertThat(table.partitionKeys()).containsExactly(new Column("p", AthenaType.of("integer")));
        assertThat(table.parameters()).containsEntry("location", "s3://results/t/");
        assertThat(catalog.tables("nope")).isEmpty();
        assertThat(catalog.table("pypi", "downloads").orElseThrow().columns()).hasSize(15);
    }

    @Test
    void explainShowsAPlan() throws Exception {
        assertThat(fixture.lines("EXPLAIN SELECT count(*) FROM pypi.calendar")).isNotEmpty();
    }

    private void put(String key, String content) {
        fixture.store().put(EngineFixture.BUCKET, key, content.getBytes(StandardCharsets.UTF_8));
    }
}
