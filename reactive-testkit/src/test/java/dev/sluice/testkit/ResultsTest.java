package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.engine.AthenaType;
import dev.sluice.testkit.engine.EngineResult;
import dev.sluice.testkit.scripted.ScriptedEngine;
import dev.sluice.testkit.scripted.ScriptedFiles;
import dev.sluice.testkit.scripted.ScriptedRows;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.BytesWrapper;
import software.amazon.awssdk.services.athena.model.ColumnInfo;
import software.amazon.awssdk.services.athena.model.ColumnNullable;
import software.amazon.awssdk.services.athena.model.GetQueryResultsResponse;
import software.amazon.awssdk.services.athena.model.InvalidRequestException;
import software.amazon.awssdk.services.athena.model.QueryExecution;
import software.amazon.awssdk.services.athena.model.StatementType;

/** Result files and pages of each kind of statement, seen through the SDK. */
class ResultsTest {
    private static final ScriptedEngine ENGINE = ScriptedEngine.create();
    private static LocalAthena athena;
    private static Queries queries;

    @BeforeAll
    static void start() {
        athena = LocalAthena.builder().engine(ENGINE).bucket("data").start();
        queries = new Queries(athena);
    }

    @AfterAll
    static void close() {
        athena.close();
    }

    @Test
    void selectLeavesCsvAndMetadata() {
        ENGINE.when("select one")
                .returns(ScriptedRows.of("id", "bigint", "name", "varchar")
                        .row(1L, "a \"b\"")
                        .row(2L, null)
                        .row(3L, ""));
        QueryExecution query = queries.run("select one");
        String location = query.resultConfiguration().outputLocation();

        assertThat(location).isEqualTo("s3://athena-results/" + query.queryExecutionId() + ".csv");
        assertThat(queries.object(location)).isEqualTo("\"id\",\"name\"\n\"1\",\"a \"\"b\"\"\"\n\"2\",\n\"3\",\"\"\n");
        byte[] metadata = queries.bytes(location + ".metadata", BytesWrapper::asByteArray);
        assertThat(metadata).startsWith(0x0a, 36);
        assertThat(new String(metadata, StandardCharsets.ISO_8859_1))
                .contains(query.queryExecutionId(), "hive", "id", "bigint", "name", "varchar");
        assertThat(query.statistics().dataScannedInBytes()).isPositive();
        assertThat(query.statistics().dataManifestLocation()).isNull();
    }

    @Test
    void theHeaderIsTheFirstRowOfTheFirstPageAndCounts() {
        ENGINE.when("select paged")
                .returns(ScriptedRows.of("n", "bigint", "t", "varchar").generate(2500, n ->
                        new Object[] {n, n % 7 == 0 ? null : "line\n" + n}));
        String id = queries.run("select paged").queryExecutionId();

        GetQueryResultsResponse first = queries.results(id);
        assertThat(first.resultSet().rows()).hasSize(1000);
        assertThat(Queries.rows(first).get(0)).containsExactly("n", "t");
        assertThat(Queries.rows(first).get(1)).containsExactly("0", null);
        assertThat(first.updateCount()).isZero();
        for (int size : new int[] {1000, 333, 999}) {
            List<List<String>> all = queries.pages(id, size);
            assertThat(all).hasSize(2501);
            assertThat(all.get(0)).containsExactly("n", "t");
            for (int row = 1; row <= 2500; row++) {
                assertThat(all.get(row))
                        .containsExactly("" + (row - 1), (row - 1) % 7 == 0 ? null : "line\n" + (row - 1));
            }
        }
    }

    @Test
    void onePageOfOneRowIsTheHeaderAndTheColumns() {
        ENGINE.when("select schema")
                .returns(ScriptedRows.of("d", "decimal(10,2)", "r", "real").row(null, 1.5f));
        String id = queries.run("select schema").queryExecutionId();

        GetQueryResultsResponse page = athena.athenaClient()
                .getQueryResults(r -> r.queryExecutionId(id).maxResults(1))
                .join();
        assertThat(Queries.rows(page)).containsExactly(List.of("d", "r"));
        assertThat(page.nextToken()).isNotNull().hasSizeLessThanOrEqualTo(1024);
        assertThat(page.resultSet().resultSetMetadata().columnInfo())
                .containsExactly(
                        column("d", "decimal").precision(10).scale(2).build(),
                        column("r", "float").precision(17).scale(0).build());
    }

    private static ColumnInfo.Builder column(String name, String type) {
        return ColumnInfo.builder()
                .catalogName("hive")
                .schemaName("")
                .tableName("")
                .name(name)
                .label(name)
                .type(type)
                .nullable(ColumnNullable.UNKNOWN)
                .caseSensitive(false);
    }

    @Test
    void noRowsLeaveTheHeaderOnly() {
        ENGINE.when("select none").returns(ScriptedRows.of("n", "integer"));
        QueryExecution query = queries.run("select none");

        assertThat(queries.object(query.resultConfiguration().outputLocation())).isEqualTo("\"n\"\n");
        assertThat(queries.pages(query.queryExecutionId(), 1000)).containsExactly(List.of("n"));
    }

    @Test
    void unloadLeavesFilesAndManifestAndNoRows() {
        ENGINE.when("unload (select 1)")
                .writes(ScriptedFiles.none()
                        .file("part-0", new byte[] {1, 2})
                        .file("part-1", new byte[] {3})
                        .rowCount(5));
        QueryExecution query = queries.run("UNLOAD (SELECT 1) TO 's3://data/out' WITH (format='PARQUET')");
        String id = query.queryExecutionId();

        assertThat(query.statementType()).isEqualTo(StatementType.DML);
        assertThat(query.resultConfiguration().outputLocation()).isEqualTo("s3://athena-results/" + id);
        assertThat(query.statistics().dataManifestLocation()).isEqualTo("s3://athena-results/" + id + "-manifest.csv");
        assertThat(queries.object(query.statistics().dataManifestLocation()))
                .isEqualTo("s3://data/out/part-0\ns3://data/out/part-1\n");
        assertThat(queries.bytes("s3://data/out/part-1", BytesWrapper::asByteArray))
                .containsExactly(3);
        assertThat(athena.s3().store().get("athena-results", id + ".metadata")).isPresent();
        GetQueryResultsResponse page = queries.results(id);
        assertThat(page.resultSet().rows()).isEmpty();
        assertThat(page.resultSet().resultSetMetadata().columnInfo())
                .containsExactly(column("rows", "bigint").precision(19).scale(0).build());

        GetQueryResultsResponse manifest = athena.athenaClient()
                .getQueryResults(r -> r.queryExecutionId(id).queryResultType("DATA_MANIFEST"))
                .join();
        assertThat(Queries.rows(manifest))
                .containsExactly(List.of("s3://data/out/part-0"), List.of("s3://data/out/part-1"));
    }

    @Test
    void anUnloadOfNoRowsHasAnEmptyManifest() {
        ENGINE.when("unload (select nothing)").writes(ScriptedFiles.none());
        QueryExecution query = queries.run("UNLOAD (SELECT nothing) TO 's3://data/none/'");

        assertThat(queries.object(query.statistics().dataManifestLocation())).isEmpty();
    }

    @Test
    void ctasAndInsertTellTheirUpdateCount() {
        ENGINE.when("as select 7")
                .writes(ScriptedFiles.none().file("f", new byte[1]).rowCount(7));
        ENGINE.when("insert into")
                .writes(ScriptedFiles.none().listed("s3://data/t/f2").rowCount(3));

        QueryExecution ctas = queries.run("CREATE TABLE t AS SELECT 7");
        String base = "s3://athena-results/tables/" + ctas.queryExecutionId();
        assertThat(ctas.resultConfiguration().outputLocation()).isEqualTo(base);
        assertThat(ctas.statistics().dataManifestLocation()).isEqualTo(base + "-manifest.csv");
        assertThat(ctas.substatementType()).isEqualTo("CREATE_TABLE_AS_SELECT");
        assertThat(queries.results(ctas.queryExecutionId()).updateCount()).isEqualTo(7);

        QueryExecution insert = queries.run("INSERT INTO t SELECT 1");
        assertThat(insert.substatementType()).isEqualTo("INSERT");
        assertThat(queries.results(insert.queryExecutionId()).updateCount()).isEqualTo(3);
        assertThat(queries.object(insert.statistics().dataManifestLocation())).isEqualTo("s3://data/t/f2\n");
    }

    @Test
    void utilityStatementsLeaveLines() {
        EngineResult.Column name = new EngineResult.Column("tab_name", AthenaType.of("string"));
        ENGINE.when("show tables").says(List.of(name), "a\tx", "b");
        QueryExecution query = queries.run("SHOW TABLES");
        String id = query.queryExecutionId();

        assertThat(query.statementType()).isEqualTo(StatementType.UTILITY);
        assertThat(query.resultConfiguration().outputLocation()).isEqualTo("s3://athena-results/" + id + ".txt");
        assertThat(queries.object(query.resultConfiguration().outputLocation())).isEqualTo("a\tx\nb\n");
        assertThat(athena.s3().store().get("athena-results", id + ".txt.metadata"))
                .isPresent();
        assertThat(queries.pages(id, 1)).as("no header").containsExactly(List.of("a\tx"), List.of("b"));
    }

    @Test
    void ddlLeavesAnEmptyObject() {
        ENGINE.when("drop table").says(List.of());
        QueryExecution query = queries.run("DROP TABLE t");

        assertThat(query.statementType()).isEqualTo(StatementType.DDL);
        assertThat(queries.object(query.resultConfiguration().outputLocation())).isEmpty();
        GetQueryResultsResponse page = queries.results(query.queryExecutionId());
        assertThat(page.resultSet().rows()).isEmpty();
        assertThat(page.resultSet().resultSetMetadata().columnInfo()).isEmpty();
    }

    @Test
    void theManifestOfASelectIsRefused() {
        ENGINE.when("select plain").returns(ScriptedRows.of("n", "integer").row(1));
        String id = queries.run("select plain").queryExecutionId();

        assertThat(Queries.failure(() -> athena.athenaClient()
                        .getQueryResults(r -> r.queryExecutionId(id).queryResultType("DATA_MANIFEST"))
                        .join()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("DATA_MANIFEST");
    }

    @Test
    void pagesOfADeletedOrReplacedObjectAreRefused() {
        ENGINE.when("select gone").returns(ScriptedRows.of("n", "integer").row(1));
        String id = queries.run("select gone").queryExecutionId();
        athena.s3().store().put("athena-results", id + ".csv", "\"n\"\n\"2\"\n".getBytes(StandardCharsets.UTF_8));
        assertThat(Queries.failure(() -> queries.results(id))).hasMessageContaining("Could not find results");

        athena.s3().store().delete("athena-results", id + ".csv");
        assertThat(Queries.failure(() -> queries.results(id)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("Could not find results");
    }

    @Test
    void aTokenOfAnotherQueryIsRefused() {
        ENGINE.when("select two").returns(ScriptedRows.of("n", "integer").row(1).row(2));
        String a = queries.run("select two").queryExecutionId();
        String b = queries.run("select two").queryExecutionId();
        String token = athena.athenaClient()
                .getQueryResults(r -> r.queryExecutionId(a).maxResults(1))
                .join()
                .nextToken();

        for (String wrong : Arrays.asList(token, "no token", "MTIz")) {
            assertThat(Queries.failure(() -> athena.athenaClient()
                            .getQueryResults(r -> r.queryExecutionId(b).nextToken(wrong))
                            .join()))
                    .isInstanceOf(InvalidRequestException.class);
        }
    }

    @Test
    void duplicateNamesStayAsTheyAre() {
        ENGINE.when("select dup")
                .returns(ScriptedRows.of("x", "integer", "x", "integer").row(1, 2));
        QueryExecution query = queries.run("select dup");

        assertThat(queries.object(query.resultConfiguration().outputLocation()))
                .isEqualTo("\"x\",\"x\"\n\"1\",\"2\"\n");
    }

    @Test
    void reuseServesTheEarlierObject() {
        var script = ENGINE.when("select reused")
                .returns(ScriptedRows.of("n", "integer").row(1));
        QueryExecution first = queries.run(r -> r.queryString("select reused"));
        QueryExecution second = queries.run(r -> r.queryString("select reused")
                .resultReuseConfiguration(c ->
                        c.resultReuseByAgeConfiguration(a -> a.enabled(true).maxAgeInMinutes(5))));

        assertThat(second.queryExecutionId()).isNotEqualTo(first.queryExecutionId());
        assertThat(second.statistics().resultReuseInformation().reusedPreviousResult())
                .isTrue();
        assertThat(second.statistics().dataScannedInBytes()).isZero();
        assertThat(second.resultConfiguration().outputLocation())
                .isEqualTo(first.resultConfiguration().outputLocation());
        assertThat(queries.pages(second.queryExecutionId(), 1000)).containsExactly(List.of("n"), List.of("1"));
        assertThat(script.executions()).isEqualTo(1);

        QueryExecution third = queries.run(r -> r.queryString("select reused"));
        assertThat(third.statistics().resultReuseInformation().reusedPreviousResult())
                .isFalse();
        assertThat(script.executions()).isEqualTo(2);
    }
}
