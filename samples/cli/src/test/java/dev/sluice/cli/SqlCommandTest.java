package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.LocalAthena;
import dev.sluice.testkit.s3.LocalS3;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command against a local Athena that plays AWS: reached by its endpoint. */
@Timeout(120)
class SqlCommandTest {
    private static final String VALUES = "SELECT * FROM (VALUES (1, 'one', true), (2, NULL, false), (3, '', NULL))"
            + " AS t (id, name, flag) ORDER BY id";
    private static LocalAthena athena;
    private static Map<String, String> properties;

    private final CommandRun run =
            new CommandRun().with("--endpoint", athena.endpoint().toString());

    @BeforeAll
    static void start() {
        athena = LocalAthena.start();
        // The SDK's default chain reads these first.
        properties = Map.of(
                "aws.accessKeyId", LocalS3.ACCESS_KEY_ID,
                "aws.secretAccessKey", LocalS3.SECRET_ACCESS_KEY,
                "aws.region", LocalS3.REGION);
        properties.forEach(System::setProperty);
    }

    @AfterAll
    static void stop() {
        properties.keySet().forEach(System::clearProperty);
        athena.close();
    }

    @BeforeEach
    void forgetCalls() {
        athena.clearCalls();
    }

    @ParameterizedTest
    @ValueSource(strings = {"unload", "csv", "pages"})
    void everyPathWritesTheSameCsv(String path) {
        assertThat(run.execute("sql", VALUES, "--path", path, "--format", "csv"))
                .isZero();

        assertThat(run.outText().lines().sorted()).containsExactly("1,one,true", "2,,false", "3,\"\",", "id,name,flag");
        assertThat(run.errText()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"unload", "csv", "pages"})
    void everyPathWritesNdjson(String path) {
        assertThat(run.execute("sql", VALUES, "--path", path, "--format", "ndjson"))
                .isZero();

        assertThat(run.outText().lines().sorted())
                .containsExactly(
                        "{\"id\":1,\"name\":\"one\",\"flag\":true}",
                        "{\"id\":2,\"name\":null,\"flag\":false}",
                        "{\"id\":3,\"name\":\"\",\"flag\":null}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"unload", "csv", "pages"})
    void everyPathWritesATable(String path) {
        assertThat(run.execute("sql", VALUES, "--path", path)).isZero();

        assertThat(run.outText().lines())
                .contains("  id | name | flag", "   2 | NULL | false")
                .endsWith("(3 rows)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"unload", "csv", "pages"})
    void everyPathWritesAnArrowStream(String path) throws IOException {
        assertThat(run.execute("sql", VALUES, "--path", path, "--format", "arrow"))
                .isZero();

        int rows = 0;
        try (BufferAllocator allocator = new RootAllocator();
                ArrowStreamReader reader =
                        new ArrowStreamReader(new ByteArrayInputStream(run.out.toByteArray()), allocator)) {
            VectorSchemaRoot root = reader.getVectorSchemaRoot();
            assertThat(root.getSchema().getFields())
                    .extracting(field -> field.getName())
                    .containsExactly("id", "name", "flag");
            while (reader.loadNextBatch()) {
                rows += root.getRowCount();
            }
        }
        assertThat(rows).isEqualTo(3);
    }

    @Test
    void resultWithoutRowsKeepsItsColumns() {
        assertThat(run.execute("sql", "SELECT 1 AS a, 'x' AS b WHERE 1 = 0", "--format", "csv"))
                .isZero();

        assertThat(run.outText()).isEqualTo("a,b\n");
    }

    @Test
    void parametersAreBound() {
        int exit = run.execute(
                "sql",
                "SELECT ? + 1 AS a, ? AS b, ? AS c",
                "--format",
                "csv",
                "--bind",
                "41",
                "--bind",
                "it's",
                "--bind",
                "date:2026-10-01");

        assertThat(run.errText()).isEmpty();
        assertThat(exit).isZero();
        assertThat(run.outText()).isEqualTo("a,b,c\n42,it's,2026-10-01\n");
    }

    @Test
    void maxRowsStopsInTheMiddleOfABatch() {
        assertThat(run.execute("sql", VALUES, "--path", "csv", "--format", "csv", "--max-rows", "2"))
                .isZero();

        assertThat(run.outText()).isEqualTo("id,name,flag\n1,one,true\n2,,false\n");
    }

    @Test
    void manyBatchesFollowEachOther() {
        String sql = "SELECT n FROM UNNEST(sequence(1, 5000)) AS t (n) ORDER BY n";

        assertThat(run.execute(
                        "sql",
                        sql,
                        "--path",
                        "csv",
                        "--format",
                        "csv",
                        "--batch-rows",
                        "100",
                        "--memory-limit",
                        "4MiB"))
                .isZero();

        List<String> lines = run.outText().lines().toList();
        assertThat(lines).hasSize(5001).startsWith("n", "1", "2").endsWith("5000");
    }

    @Test
    void fileHasTheRowsAndStdoutNothing(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("rows.ndjson");

        assertThat(run.execute("sql", "SELECT 1 AS a", "--format", "ndjson", "--output", file.toString()))
                .isZero();

        assertThat(Files.readString(file)).isEqualTo("{\"a\":1}\n");
        assertThat(run.outText()).isEmpty();
    }

    @Test
    void failedQueryIsOneLineWithWhatHelpsToLookItUp(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("rows.csv");

        int exit = run.execute(
                "sql", "SELECT 1 / n AS a FROM (VALUES 1, 0) AS t (n)", "--format", "csv", "--output", file.toString());

        assertThat(exit).isEqualTo(1);
        assertThat(run.errText().lines()).hasSize(1);
        assertThat(run.errText())
                .startsWith("sluice: ")
                .containsPattern("[0-9a-f]{8}-[0-9a-f]{4}-")
                .contains("state FAILED", "category user");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void statementThatAthenaRefusesIsOneLine() {
        assertThat(run.execute("sql", "SELEC 1")).isEqualTo(1);

        assertThat(run.errText().lines()).hasSize(1);
        assertThat(run.errText()).contains("mismatched input 'SELEC'");
    }

    @Test
    void debugAddsTheStackTrace() {
        assertThat(run.execute("sql", "SELEC 1", "--debug")).isEqualTo(1);

        assertThat(run.errText()).contains("\tat dev.sluice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--format xml",
                "--path jdbc",
                "--memory-limit much",
                "--max-rows 0",
                "--timeout soon",
                "--bind bigint:x",
                "--local",
                "--no-such-option"
            })
    void wrongUsageIsExitCodeTwo(String option) {
        String[] words = ("sql SELECT " + option).split(" ", -1);

        assertThat(run.execute(words)).isEqualTo(2);

        assertThat(run.errText())
                .startsWith("sluice: ")
                .endsWith("Try 'sluice sql --help'.\n")
                .hasLineCount(2);
        assertThat(athena.calls()).isEmpty();
    }

    @Test
    void binaryFormatIsKeptOffATerminal() {
        assertThat(run.terminal("stdout").execute("sql", "SELECT 1 AS a", "--format", "arrow"))
                .isEqualTo(2);

        assertThat(run.errText()).contains("not for a terminal");
    }

    @Test
    void brokenPipeEndsQuietly() {
        String sql = "SELECT n FROM UNNEST(sequence(1, 100000)) AS t (n)";

        int exit = run.pipeThatBreaksAfter(1_000)
                .execute("sql", sql, "--path", "csv", "--format", "csv", "--batch-rows", "100");

        assertThat(exit).isZero();
        assertThat(run.errText()).isEmpty();
        assertThat(athena.runningQueries()).isEmpty();
    }

    @Test
    void progressIsForTerminalsOnly() {
        assertThat(run.terminal("stderr").execute("sql", "SELECT 1 AS a", "--format", "csv"))
                .isZero();
        assertThat(run.errText()).endsWith("\r\u001b[K");
        assertThat(run.outText()).isEqualTo("a\n1\n");

        CommandRun quiet = new CommandRun()
                .with("--endpoint", athena.endpoint().toString(), "--quiet")
                .terminal("stderr");
        assertThat(quiet.execute("sql", "SELECT 1 AS a", "--format", "csv")).isZero();
        assertThat(quiet.errText()).isEmpty();
    }

    @Test
    void tablesAndColumnsAreListed() {
        CommandRun create =
                new CommandRun().with("--endpoint", athena.endpoint().toString());
        assertThat(create.execute("sql", "CREATE TABLE listed AS SELECT 1 AS id, 'x' AS name", "--database", "default"))
                .isZero();

        assertThat(run.execute("tables", "--database", "default")).isZero();
        assertThat(run.outText().lines()).contains("default.listed");
        run.out.reset();
        assertThat(run.execute("describe", "default.listed")).isZero();
        assertThat(run.outText().lines()).hasSize(2);
        assertThat(run.outText()).startsWith("id    int").contains("\nname  varchar");
        assertThat(run.execute("describe", "listed")).isEqualTo(2);
        assertThat(run.execute("describe", "default.missing")).isEqualTo(1);
        assertThat(run.errText())
                .endsWith("sluice: EntityNotFoundException: Table missing not found.\n")
                .doesNotContain("Request ID");
    }
}
