package dev.sluice.reader.internal.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.reader.UnsupportedResultException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                "select 1",
                "  \n\tSELECT 1",
                "-- a comment\nSELECT 1",
                "/* SHOW */ SELECT 1",
                "/* a */ -- b\n /* c */ WITH x AS (SELECT 1) SELECT * FROM x",
                "(SELECT 1)",
                "( -- inside\n (VALUES 1))",
                "VALUES 1, 2",
                "TABLE t"
            })
    void queriesAreKnownBehindCommentsAndParentheses(String sql) {
        assertThat(Statement.of(sql).isQuery()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SHOW TABLES",
                "-- SELECT\nSHOW TABLES",
                "/* SELECT 1 */ DROP TABLE t",
                "EXPLAIN SELECT 1",
                "INSERT INTO t SELECT 1",
                "UNLOAD (SELECT 1) TO 's3://x/' WITH (format = 'PARQUET')",
                "SELECTED",
                "",
                ";",
                "-- nothing"
            })
    void nothingElseIsAQuery(String sql) {
        assertThat(Statement.of(sql).isQuery()).isFalse();
        assertThatExceptionOfType(UnsupportedResultException.class)
                .isThrownBy(() -> Statement.of(sql).requireQuery())
                .withMessageContaining("csv()");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "SELECT 1;|SELECT 1",
                "SELECT 1 ; ; |SELECT 1",
                "SELECT 1 -- the end|SELECT 1",
                "SELECT 1; -- the end; |SELECT 1",
                "SELECT 1 /* a; b */ ;|SELECT 1",
                "-- first^n|",
                "SELECT ';' AS x;|SELECT ';' AS x",
                "SELECT '--' |SELECT '--'",
                "SELECT 'it''s; --';|SELECT 'it''s; --'",
                "SELECT \"a;--\" FROM t;|SELECT \"a;--\" FROM t",
                "SELECT 1 - -1|SELECT 1 - -1",
                "SELECT 6 / 2 * 3|SELECT 6 / 2 * 3",
                "SELECT 'open|SELECT 'open",
                "SELECT 1 /* open|SELECT 1"
            })
    void whatStandsAroundTheStatementIsTakenOff(String sql, String core) {
        assertThat(Statement.of(sql.replace("^n", "\n")).core()).isEqualTo(core == null ? "" : core);
    }

    @Test
    void commentsInTheMiddleStay() {
        assertThat(Statement.of("SELECT a, -- first\n b FROM t -- last\n").core())
                .isEqualTo("SELECT a, -- first\n b FROM t");
    }

    @Test
    void anUnloadWrapsTheCore() {
        assertThat(Statement.of("-- c\nSELECT a FROM t WHERE b = ';' ;").unload("s3://b/it's/", "SNAPPY"))
                .isEqualTo("UNLOAD (SELECT a FROM t WHERE b = ';'\n) TO 's3://b/it''s/' WITH (format = 'PARQUET',"
                        + " compression = 'SNAPPY')");
    }

    @Test
    void columnsAloneAreAskedForByALimit() {
        assertThat(Statement.of("WITH x AS (SELECT 1 AS a) SELECT a FROM x;").withoutRows())
                .isEqualTo("SELECT * FROM (WITH x AS (SELECT 1 AS a) SELECT a FROM x\n) LIMIT 0");
    }

    @Test
    void anUnloadIsKnown() {
        assertThat(Statement.of("/* x */ unload (SELECT 1) TO 's3://x/'").isUnload())
                .isTrue();
        assertThat(Statement.of("SELECT unload FROM t").isUnload()).isFalse();
    }
}
