package dev.sluice.testkit.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.engine.AthenaType;
import dev.sluice.testkit.engine.EngineResult;
import dev.sluice.testkit.internal.result.AthenaText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every line of athena-types.tsv through the engine: the type and the text that Athena shows. The lines that DuckDB can't do
 * are listed with the reason; one that starts to work fails here until it is taken off the list.
 */
class AthenaTypesTest {
    /** Reviewed: what the local Athena answers differently, and why. */
    private static final Map<String, String> DIFFERENT = Map.of(
            "time '01:02:03.123456789012'",
            "DuckDB's finest time has nanoseconds",
            "timestamp '2024-02-29 01:02:03.123456789012'",
            "DuckDB's finest timestamp has nanoseconds",
            "map(array['k=1','k,2'],array['v}','{v'])",
            "Trino's maps are in the order of its hashes, DuckDB's in that of their making",
            "cast(approx_set(1) as varbinary)",
            "the bytes of Trino's own HyperLogLog");

    @TempDir
    static Path directory;

    private static EngineFixture fixture;

    @BeforeAll
    static void open() {
        fixture = new EngineFixture(directory);
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @TestFactory
    List<DynamicTest> everyLineHasAthenasTypeAndText() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (String line : lines()) {
            String[] parts = line.split("\t", -1);
            tests.add(DynamicTest.dynamicTest(parts[0], () -> check(parts[0], parts[1], parts[2])));
        }
        assertThat(tests).hasSizeGreaterThan(140);
        assertThat(tests).extracting(DynamicTest::getDisplayName).containsAll(DIFFERENT.keySet());
        return tests;
    }

    private static void check(String expression, String type, String text) throws Exception {
        String expected = AthenaType.parse(type) + "\t" + text;
        if (DIFFERENT.containsKey(expression)) {
            assertThat(answer(expression))
                    .as("it works now: take it off the list")
                    .isNotEqualTo(expected);
        } else {
            assertThat(answer(expression)).isEqualTo(expected);
        }
    }

    private static String answer(String expression) {
        String sql = expression.startsWith("count(*)") && !expression.contains("from")
                ? "SELECT count(*) FROM (VALUES 1)"
                : "SELECT " + expression.replace("\\n", "\n");
        try (EngineResult result = fixture.run(sql)) {
            EngineResult.Rows rows = (EngineResult.Rows) result;
            AthenaType type = rows.columns().get(0).type();
            String text = AthenaText.render(type, rows.rows().next()[0]);
            return type + "\t" + (text == null ? "NULL" : text.replace("\n", "\\n"));
        } catch (Exception e) {
            return "failed: " + e.getMessage();
        }
    }

    private static List<String> lines() throws IOException {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(AthenaType.class.getResourceAsStream("/dev/sluice/testkit/athena-types.tsv")),
                StandardCharsets.UTF_8))) {
            return in.lines()
                    // A comment; a raw tab inside a literal; a table of Trino's that is not here.
                    .filter(line -> !line.startsWith("#") && !line.startsWith("'tab") && !line.contains("tpch."))
                    .toList();
        }
    }
}
