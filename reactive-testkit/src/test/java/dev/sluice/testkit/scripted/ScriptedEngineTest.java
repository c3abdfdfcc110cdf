package dev.sluice.testkit.scripted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testkit.engine.Catalog;
import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.engine.EngineResult;
import dev.sluice.testkit.engine.ExecutionContext;
import dev.sluice.testkit.engine.InvalidStatementException;
import dev.sluice.testkit.engine.RequeueException;
import dev.sluice.testkit.engine.StatementInfo;
import dev.sluice.testkit.engine.StatementRequest;
import dev.sluice.testkit.s3.LocalS3;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which script answers, with what, and what it counts. */
class ScriptedEngineTest {
    private static LocalS3 s3;
    private final ScriptedEngine engine = ScriptedEngine.create();

    @TempDir
    Path directory;

    @BeforeAll
    static void start() {
        s3 = LocalS3.start("data", "results");
    }

    @AfterAll
    static void close() {
        s3.close();
    }

    private static StatementRequest request(String sql) {
        return new StatementRequest(sql, List.of(), "AwsDataCatalog", "default");
    }

    private EngineResult execute(String sql) throws EngineException, InterruptedException, InvalidStatementException {
        StatementRequest request = request(sql);
        StatementInfo info = engine.analyze(request);
        ExecutionContext context = new ExecutionContext("id-" + sql, s3.store(), "s3://results/", directory);
        engine.awaitStart(request, info, context);
        return engine.execute(request, info, context);
    }

    private static List<List<Object>> rows(EngineResult result) {
        List<List<Object>> rows = new ArrayList<>();
        ((EngineResult.Rows) result).rows().forEachRemaining(row -> rows.add(Arrays.asList(row)));
        return rows;
    }

    @Test
    void theLastScriptThatMatchesAnswers() throws Exception {
        engine.always().returns(ScriptedRows.of("n", "integer").row(1));
        engine.when("FROM t").returns(ScriptedRows.of("n", "integer").row(2));
        engine.when(request -> request.database().equals("other"))
                .returns(ScriptedRows.of("n", "integer").row(3));

        assertThat(rows(execute("select 1"))).containsExactly(List.of(1));
        assertThat(rows(execute("select * from T"))).containsExactly(List.of(2));
    }

    @Test
    void whatNoScriptMatchesFails() {
        assertThatThrownBy(() -> execute("SELECT 1"))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("no script");
    }

    @Test
    void whatNoScriptMatchesGoesToTheEngineBehind() throws Exception {
        ScriptedEngine front = ScriptedEngine.over(engine);
        engine.always().returns(ScriptedRows.of("n", "integer").row(1));
        Script slow = front.when("slow");
        StatementRequest request = request("SELECT slow");
        ExecutionContext context = new ExecutionContext("id", s3.store(), "s3://results/", directory);

        assertThat(front.analyze(request).substatementType()).isEqualTo("SELECT");
        assertThat(rows(front.execute(request, front.analyze(request), context)))
                .containsExactly(List.of(1));
        assertThat(slow.executions()).isEqualTo(1);
        assertThat(front.catalog()).isSameAs(engine.catalog());
    }

    @Test
    void rowsAreMadeOneByOne() throws Exception {
        List<Long> made = new ArrayList<>();
        engine.always().returns(ScriptedRows.of("n", "bigint").row(-1L).generate(1_000_000_000_000L, n -> {
            made.add(n);
            return new Object[] {n};
        }));
        EngineResult.Rows rows = (EngineResult.Rows) execute("SELECT 1");

        assertThat(rows.rows().next()).containsExactly(-1L);
        assertThat(rows.rows().next()).containsExactly(0L);
        assertThat(made).containsExactly(0L);
    }

    @Test
    void rowsMustFitTheirColumns() {
        assertThatThrownBy(() -> ScriptedRows.of("a", "integer").row(1, 2))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ScriptedRows.of("a")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ScriptedRows.of("a", "array(")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void requeuesBeforeItEnds() throws Exception {
        Script script = engine.always().requeued(1).returns(ScriptedRows.of("n", "integer"));

        assertThatThrownBy(() -> execute("SELECT 1")).isInstanceOf(RequeueException.class);
        assertThat(rows(execute("SELECT 1"))).isEmpty();
        assertThat(script.executions()).isEqualTo(2);
        assertThat(script.requests()).hasSize(1);
    }

    @Test
    void refusesBeforeThereIsAnId() {
        engine.always().refused("line 1:1: no");
        assertThatThrownBy(() -> engine.analyze(request("x")))
                .isInstanceOf(InvalidStatementException.class)
                .hasMessage("line 1:1: no");
    }

    @Test
    void anInterruptBreaksOffAWait() {
        Script script = engine.always().queuedFor(Duration.ofHours(1)).returns(ScriptedRows.of("n", "integer"));
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> execute("SELECT 1")).isInstanceOf(InterruptedException.class);
        assertThat(script.interrupts()).isEqualTo(1);
        assertThat(script.executions()).isZero();
    }

    @Test
    void filesGoWhereTheStatementSays() throws Exception {
        Path file = Files.write(directory.resolve("part-9"), new byte[] {9});
        engine.always()
                .writes(ScriptedFiles.none()
                        .file("a", new byte[] {1})
                        .file(file)
                        .listed("s3://x/y")
                        .rowCount(4));

        EngineResult unload = execute("UNLOAD (SELECT 1) to 's3://data/u' WITH (format = 'PARQUET')");
        assertThat(unload)
                .isEqualTo(new EngineResult.Files(List.of("s3://data/u/a", "s3://data/u/part-9", "s3://x/y"), 4));
        assertThat(s3.store().get("data", "u/part-9")).isPresent();

        EngineResult ctas = execute("CREATE TABLE t AS SELECT 1");
        assertThat(((EngineResult.Files) ctas).paths()).contains("s3://results/a");
    }

    @Test
    void aFileThatIsNotThereIsReportedAtOnce() {
        assertThatThrownBy(() -> ScriptedFiles.none().file(directory.resolve("none")))
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void itsCatalogHoldsWhatItWasTold() {
        Catalog.Table table = new Catalog.Table("t", "EXTERNAL_TABLE", List.of(), List.of(), Map.of());
        engine.table("db", table);

        assertThat(engine.catalog().databases()).containsExactly("db", "default");
        assertThat(engine.catalog().table("db", "t")).contains(table);
        assertThat(engine.catalog().tables("none")).isEmpty();
    }

    @Test
    void aGateTellsOfWhoWaits() {
        Gate gate = Gate.closed();
        assertThat(gate.isReached()).isFalse();
        assertThatThrownBy(() -> gate.awaitReached(Duration.ofMillis(1))).isInstanceOf(AssertionError.class);
        gate.open();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT 1|SELECT|SELECT",
                " -- why|SELECT|SELECT",
                "/* x */ ( with a as (select 1) select * from a )|SELECT|SELECT",
                "/* x */ unload (select 1) to 's3://a/'|UNLOAD|UNLOAD",
                "create table t as select 1|CREATE_TABLE_AS|CREATE_TABLE_AS_SELECT",
                "CREATE EXTERNAL TABLE t (a int)|DDL|CREATE_TABLE",
                "INSERT INTO t VALUES 1|INSERT|INSERT",
                "MERGE INTO t USING u|INSERT|MERGE",
                "DELETE FROM t|INSERT|DELETE",
                "DROP TABLE t|DDL|DROP_TABLE",
                "SHOW TABLES|UTILITY|SHOW_TABLES",
                "SHOW CREATE TABLE t|UTILITY|SHOW_CREATE_TABLE",
                "DESCRIBE t|UTILITY|DESCRIBE_TABLE",
                "EXPLAIN SELECT 1|UTILITY|EXPLAIN"
            })
    void guessesTheKindOfAStatement(String sql, StatementInfo.Kind kind, String type) throws Exception {
        engine.always().returns(ScriptedRows.of("n", "integer"));
        assertThat(engine.analyze(request(sql))).isEqualTo(new StatementInfo(kind, type));

        engine.always().as(StatementInfo.Kind.INSERT, "MERGE").returns(ScriptedRows.of("n", "integer"));
        assertThat(engine.analyze(request(sql))).isEqualTo(new StatementInfo(StatementInfo.Kind.INSERT, "MERGE"));
    }
}
