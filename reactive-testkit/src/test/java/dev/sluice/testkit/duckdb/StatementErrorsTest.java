package dev.sluice.testkit.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.engine.EngineException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a wrong statement is answered with: refused at once if its grammar is wrong, else failed with a place and a type. */
class StatementErrorsTest {
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        SELECT FROM | line 1:8: mismatched input 'FROM'
        SELEC 1 | line 1:1: mismatched input 'SELEC'
        SELECT 1; SELECT 2 | mismatched input
        UNLOAD (SELECT FROM) TO 's3://results/x/' WITH (format = 'PARQUET') | line 1:16: mismatched input 'FROM'
        UNLOAD (SELECT 1 AS a) TO 's3://results/x/' | mismatched input '<EOF>'. Expecting: 'WITH'
        DROP NOTHING x | line 1:6: mismatched input 'NOTHING'
        SHOW ELEPHANTS | line 1:6: mismatched input 'ELEPHANTS'
        MERGE INTO a USING b ON a.x = b.x WHEN MATCHED THEN DELETE | does not run statements of kind Merge
        """)
    void grammarIsRefusedBeforeThereIsAnId(String sql, String message) {
        assertThat(fixture.refusal(sql)).hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        SELECT x FROM pypi.downloads | COLUMN_NOT_FOUND: line 1:8: Column 'x' cannot be resolved
        SELECT d.project, d.x FROM pypi.downloads d | COLUMN_NOT_FOUND: line 1:19: Column 'd.x' cannot be resolved
        SELECT project FROM pypi.downloads WHERE nope = 1 | COLUMN_NOT_FOUND: line 1:42: Column 'nope' cannot be resolved
        SELECT 1 AS a, a + 1 | COLUMN_NOT_FOUND: line 1:16: Column 'a' cannot be resolved
        SELECT 1 FROM nope | TABLE_NOT_FOUND: line 1:15: Table 'awsdatacatalog.default.nope' does not exist
        SELECT 1 FROM nope.t | SCHEMA_NOT_FOUND: line 1:15: Schema 'nope' does not exist
        SELECT x FROM (VALUES 1) a(x) CROSS JOIN (VALUES 1) b(x) | AMBIGUOUS_NAME: line 1:8: Column 'x' is ambiguous
        SELECT 1 = 'a' | TYPE_MISMATCH: line 1:10: Cannot apply operator: integer = varchar(1)
        SELECT 1 + 'a' | TYPE_MISMATCH: line 1:10: Cannot apply operator: integer + varchar(1)
        SELECT nofunc(1) | FUNCTION_NOT_FOUND: line 1:8: Function 'nofunc' not registered
        SELECT project, count(*) FROM pypi.downloads | EXPRESSION_NOT_AGGREGATE: line 1:8: 'project' must be an aggregate expression or appear in GROUP BY clause
        SELECT timestamp '2024-01-01 00:00:00 Nowhere/Land' | INVALID_LITERAL: line 1:8: '2024-01-01 00:00:00 Nowhere/Land' is not a valid TIMESTAMP literal
        SELECT json '{' | INVALID_LITERAL: line 1:8: '{' is not a valid JSON literal
        SELECT 1, DECIMAL '123456789012345678901234567890123456789' | INVALID_LITERAL: line 1:11: a DECIMAL literal has at most 38 digits
        DESCRIBE nope | TABLE_NOT_FOUND: line 1:1: Table 'awsdatacatalog.default.nope' does not exist
        """)
    void meaningFailsWhileItRuns(String sql, String message) {
        EngineException failure = fixture.failure(sql);
        assertThat(failure).hasMessage(message);
        assertThat(failure.errorCategory()).isEqualTo(EngineException.USER);
        assertThat(failure.errorType()).isEqualTo(1006);
        assertThat(failure.retryable()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        SELECT 1 / 0 | DIVISION_BY_ZERO: Division by zero
        SELECT 1.5 / 0 | DIVISION_BY_ZERO: Division by zero
        SELECT 1 % 0 | DIVISION_BY_ZERO: Division by zero
        SELECT cast('x' as integer) | INVALID_CAST_ARGUMENT: Cannot cast 'x' to INT
        SELECT 9223372036854775807 + 1 | NUMERIC_VALUE_OUT_OF_RANGE: Overflow in addition of INT64 (9223372036854775807 + 1)!
        SELECT 1 / (5000 - x) FROM UNNEST(sequence(1, 9999)) AS t(x) | DIVISION_BY_ZERO: Division by zero
        """)
    void dataFailsWithItsType(String sql, String message) {
        EngineException failure = fixture.failure(sql);
        assertThat(failure).hasMessage(message);
        assertThat(failure.errorCategory()).isEqualTo(EngineException.USER);
        assertThat(failure.errorType()).isEqualTo(1001);
    }

    @Test
    void anErrorLateAmongTheRowsIsTheCauseOfWhatTheIteratorThrows() throws Exception {
        try (var result = fixture.run("SELECT 1 / (4000000 - x) FROM (SELECT a * 1000 + b AS x"
                + " FROM UNNEST(sequence(0, 4999)) AS t(a) CROSS JOIN UNNEST(sequence(0, 999)) AS u(b)) v")) {
            var rows = ((dev.sluice.testkit.engine.EngineResult.Rows) result).rows();
            Throwable thrown = org.assertj.core.api.Assertions.catchThrowable(() -> rows.forEachRemaining(row -> {}));
            assertThat(thrown)
                    .hasCauseInstanceOf(EngineException.class)
                    .hasMessage("DIVISION_BY_ZERO: Division by zero");
        }
    }

    @Test
    void aTextMayHoldAnyCharacter() throws Exception {
        assertThat(fixture.text("SELECT U&'\\0000'")).isEqualTo("\0");
        assertThat(fixture.text("SELECT U&'it''s \\0000 in \\0000\\0000'")).isEqualTo("it's \0 in \0\0");
    }

    @Test
    void theEngineServesTheNextStatementAfterAFailure() throws Exception {
        assertThat(fixture.failure("SELECT 1 / 0")).isNotNull();
        assertThat(fixture.text("SELECT 2")).isEqualTo("2");
    }
}
