package dev.sluice.testkit.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trino's language on DuckDB: what differs between the two, expression by expression. */
class SelectTest {
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
    @CsvSource(delimiterString = " | ", quoteCharacter = '"', nullValues = "NULL", textBlock = """
        5 / 2 | 2
        -5 / 2 | -2
        5 % 3 | 2
        1e0 / 0 | Infinity
        -1e0 / 0 | -Infinity
        0e0 / 0e0 | NaN
        1.50 + 2 | 3.50
        1.5 * 2.25 | 3.375
        abs(-2.5) | 2.5
        round(2.5e0) | 3.0
        power(2, 10) | 1024.0
        cast(1.5e10 as varchar) | "1.5E10"
        cast(1e-5 as varchar) | "1.0E-5"
        cast(123456789.5e0 as varchar) | "1.234567895E8"
        cast(0.25e0 as varchar) | "0.25"
        cast(2.5 as integer) | 3
        cast(timestamp '2024-02-29 01:02:03.120' as varchar) | "2024-02-29 01:02:03.120"
        cast(timestamp '2024-02-29 01:02:03.120 Europe/Berlin' as varchar) | "2024-02-29 01:02:03.120 Europe/Berlin"
        cast('abcdef' as varchar(3)) | abc
        try_cast('x' as integer) | NULL
        try(cast('x' as integer)) | NULL
        concat('a', 'b', 'c') | abc
        concat('a', null) | NULL
        'a' || 'b' | ab
        substr('hello', 2, 3) | ell
        substr('hello', -3) | llo
        lower('AB') | ab
        trim('  x ') | x
        lpad('a', 3, '-') | --a
        replace('aab', 'a', 'x') | xxb
        strpos('abc', 'c') | 3
        position('b' in 'abc') | 2
        split('a,b', ',') | "[a, b]"
        split_part('a.b.c', '.', 2) | b
        regexp_like('abc1', '[0-9]') | true
        regexp_extract('a12b', '([0-9])([0-9])', 2) | 2
        regexp_replace('a1b2', '([0-9])', '<$1>') | "a<1>b<2>"
        regexp_replace('a1b2', '[0-9]') | ab
        format('%s-%d', 'a', 7) | a-7
        to_hex(md5(to_utf8('a'))) | 0CC175B9C0F1B6A831C399E269772661
        from_utf8(X'616263') | abc
        coalesce(null, 2) | 2
        nullif(1, 1) | NULL
        if(1 > 2, 'a') | NULL
        case when 1 > 2 then 'a' else 'b' end | b
        case 3 when 1 then 'a' when 3 then 'c' end | c
        1 in (1, 2) | true
        2 between 1 and 3 | true
        'abc' like 'a%' | true
        null is not distinct from null | true
        greatest(1, 3, 2) | 3
        """)
    void expressions(String expression, String expected) throws Exception {
        assertThat(fixture.text("SELECT " + expression)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '"', nullValues = "NULL", textBlock = """
        date_format(timestamp '2024-02-29 13:02:03.5', '%Y-%m-%d %H:%i:%s') | "2024-02-29 13:02:03"
        date_format(timestamp '2024-02-09 03:02:03', '%e %c %k %p %W %M') | "9 2 3 AM Friday February"
        format_datetime(timestamp '2024-02-29 13:02:03', 'yyyy/MM/dd''T''HH') | "2024/02/29T13"
        date_parse('29.02.2024 13:02', '%d.%m.%Y %H:%i') | "2024-02-29 13:02:00.000"
        date_diff('day', date '2024-02-01', date '2024-03-01') | 29
        date_diff('hour', timestamp '2024-02-01 00:30:00', timestamp '2024-02-01 02:00:00') | 1
        date_add('month', 1, date '2024-01-31') | 2024-02-29
        date_add('hour', 25, timestamp '2024-01-31 00:00:00') | "2024-02-01 01:00:00"
        date '2024-01-02' - date '2024-01-01' | "1 00:00:00.000"
        date '2024-01-01' + interval '1' day | 2024-01-02
        timestamp '2024-01-01 00:00:00' - interval '1' month | "2023-12-01 00:00:00"
        date_trunc('month', date '2024-02-29') | 2024-02-01
        date_trunc('day', timestamp '2024-02-29 23:02:03 America/New_York') | "2024-02-29 00:00:00 America/New_York"
        hour(timestamp '2024-02-29 23:02:03 America/New_York') | 23
        cast(timestamp '2024-02-29 23:02:03 America/New_York' as date) | 2024-02-29
        timestamp '2024-02-29 01:02:03 UTC' at time zone 'Asia/Tokyo' | "2024-02-29 10:02:03 Asia/Tokyo"
        extract(year from date '2024-02-29') | 2024
        day_of_week(date '2024-03-03') | 7
        year(date '2024-02-29') | 2024
        to_unixtime(timestamp '1970-01-01 00:01:00 UTC') | 60.0
        from_iso8601_date('2024-02-29') | 2024-02-29
        last_day_of_month(date '2024-02-10') | 2024-02-29
        typeof(now()) | "timestamp with time zone"
        now() > timestamp '2020-01-01 00:00:00 UTC' | true
        """)
    void dates(String expression, String expected) throws Exception {
        assertThat(fixture.text("SELECT " + expression)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '"', nullValues = "NULL", textBlock = """
        cardinality(array[1, 2]) | 2
        array[10, 20][2] | 20
        element_at(array[1], 5) | NULL
        element_at(map(array['a'], array[1]), 'b') | NULL
        array[1] || array[2] | "[1, 2]"
        contains(array[1, 2], 2) | true
        array_join(array['a', 'b'], '-') | a-b
        array_sort(array[3, 1, 2]) | "[1, 2, 3]"
        array_position(array['a', 'b'], 'c') | 0
        slice(array[1, 2, 3, 4], 2, 2) | "[2, 3]"
        sequence(1, 3) | "[1, 2, 3]"
        flatten(array[array[1], array[2]]) | "[1, 2]"
        transform(array[1, 2], x -> x * 10) | "[10, 20]"
        filter(array[1, 2, 3], x -> x > 1) | "[2, 3]"
        reduce(array[1, 2, 3], 0, (s, x) -> s + x, s -> s * 2) | 12
        any_match(array[1, 2], x -> x > 1) | true
        all_match(array[1, 2], x -> x > 1) | false
        none_match(array[1, 2], x -> x > 2) | true
        zip_with(array[1, 2], array[3, 4], (a, b) -> a + b) | "[4, 6]"
        map_keys(map(array['a'], array[1])) | "[a]"
        transform_values(map(array['a'], array[1]), (k, v) -> v + 1) | "{a=2}"
        transform_keys(map(array['a'], array[1]), (k, v) -> k || 'x') | "{ax=1}"
        map_filter(map(array['a', 'b'], array[1, 2]), (k, v) -> v > 1) | "{b=2}"
        cast(row(1, 'x') as row(a integer, b varchar)).b | x
        json_extract_scalar('{"a": {"b": 1}}', '$.a.b') | 1
        json_extract_scalar('{"a": {"b": 1}}', '$.a') | NULL
        json_extract(json '{"a": {"b": 1}}', '$.a') | {"b":1}
        cast(json '"x"' as varchar) | x
        json_format(json '{"b": 2, "a": 1}') | {"a":1,"b":2}
        """)
    void collections(String expression, String expected) throws Exception {
        assertThat(fixture.text("SELECT " + expression)).isEqualTo(expected);
    }

    @Test
    void columnsWithoutNamesAreNumberedByTheirPlace() throws Exception {
        assertThat(fixture.schema("SELECT 1, 'a' AS b, 2 + 3, x FROM (VALUES 1) t(x)"))
                .containsExactly("_col0 integer", "b varchar(1)", "_col2 integer", "x integer");
        assertThat(fixture.schema("VALUES (1, 'a'), (2, 'bc')")).containsExactly("_col0 integer", "_col1 varchar(2)");
        assertThat(fixture.schema("SELECT 1 AS a, 2 AS a")).containsExactly("a integer", "a integer");
    }

    @Test
    void aggregatesHaveTrinosTypes() throws Exception {
        assertThat(
                        fixture.schema(
                                "SELECT count(*), sum(i), avg(i), sum(d), avg(d), sum(r), count_if(i > 1),"
                                        + " approx_distinct(i), max(t), array_agg(i), map_agg(s, i)"
                                        + " FROM (VALUES (1, 1.50, real '1.5', timestamp '2024-01-01 00:00:00.0', 'a')) x(i, d, r, t, s)"))
                .containsExactly(
                        "_col0 bigint",
                        "_col1 bigint",
                        "_col2 double",
                        "_col3 decimal(38,2)",
                        "_col4 decimal(3,2)",
                        "_col5 real",
                        "_col6 bigint",
                        "_col7 bigint",
                        "_col8 timestamp(1)",
                        "_col9 array(integer)",
                        "_col10 map(varchar(1), integer)");
    }

    @Test
    void typesSurviveSubqueriesUnionsAndStars() throws Exception {
        String values =
                "(VALUES (cast('ab' as char(5)), timestamp '2024-01-01 00:00:00.123 Asia/Tokyo', ipaddress '10.0.0.1'))";
        List<String> types = List.of("a char(5)", "b timestamp with time zone", "c ipaddress");
        assertThat(fixture.schema("SELECT * FROM (SELECT t.* FROM " + values + " t(a, b, c)) u"))
                .isEqualTo(types);
        assertThat(fixture.schema(
                        "WITH w(a, b, c) AS (SELECT * FROM " + values + ") SELECT * FROM w UNION ALL TABLE w"))
                .isEqualTo(types);
        assertThat(fixture.texts("WITH w(a, b, c) AS (SELECT * FROM " + values + ") SELECT * FROM w"))
                .containsExactly(List.of("ab   ", "2024-01-01 00:00:00.123 Asia/Tokyo", "10.0.0.1"));
    }

    @Test
    void zonesThatDifferInOneColumnAreShownInUtc() throws Exception {
        assertThat(fixture.texts("SELECT * FROM (VALUES timestamp '2024-01-01 09:00:00 Asia/Tokyo',"
                        + " timestamp '2024-01-01 01:00:00 Europe/Berlin') t(x)"))
                .containsExactly(List.of("2024-01-01 00:00:00 UTC"), List.of("2024-01-01 00:00:00 UTC"));
    }

    @Test
    void nullsComeLastUnlessTheStatementSaysOtherwise() throws Exception {
        String values = " FROM (VALUES 1, NULL, 2) t(x) ORDER BY x";
        assertThat(column("SELECT x" + values)).containsExactly("1", "2", null);
        assertThat(column("SELECT x" + values + " DESC")).containsExactly("2", "1", null);
        assertThat(column("SELECT x" + values + " NULLS FIRST")).containsExactly(null, "1", "2");
    }

    @Test
    void unnestYieldsRowsPairsAndOrdinals() throws Exception {
        assertThat(fixture.texts("SELECT x, e, n FROM (VALUES (1, array['a', 'b'])) t(x, l)"
                        + " CROSS JOIN UNNEST(l) WITH ORDINALITY AS u(e, n)"))
                .containsExactly(List.of("1", "a", "1"), List.of("1", "b", "2"));
        assertThat(fixture.texts("SELECT * FROM UNNEST(map(array['a', 'b'], array[1, 2])) AS u(k, v)"))
                .containsExactly(List.of("a", "1"), List.of("b", "2"));
        assertThat(fixture.texts("SELECT * FROM UNNEST(array[1, 2], array['a']) AS u(a, b)"))
                .containsExactly(List.of("1", "a"), Arrays.asList("2", null));
        assertThat(fixture.texts(
                        "SELECT n FROM UNNEST(array[cast(row(1, 'x') as row(n integer, s varchar))]) AS u(n, s)"))
                .containsExactly(List.of("1"));
    }

    @Test
    void windowsGroupingSetsAndSetOperations() throws Exception {
        assertThat(column("SELECT sum(x) OVER (ORDER BY x ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)"
                        + " FROM (VALUES 1, 2, 3) t(x) ORDER BY x"))
                .containsExactly("1", "3", "5");
        assertThat(column("SELECT rank() OVER w FROM (VALUES 3, 3, 1) t(x) WINDOW w AS (ORDER BY x DESC) ORDER BY 1"))
                .containsExactly("1", "1", "3");
        assertThat(fixture.texts("SELECT k, sum(x) FROM (VALUES ('a', 1), ('b', 2)) t(k, x)"
                        + " GROUP BY ROLLUP (k) ORDER BY k"))
                .containsExactly(List.of("a", "1"), List.of("b", "2"), Arrays.asList(null, "3"));
        assertThat(column("SELECT x FROM (VALUES 1, 2) t(x) UNION SELECT 3 EXCEPT SELECT 1 ORDER BY x"))
                .containsExactly("2", "3");
        assertThat(column(
                        "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 3) SELECT n FROM t"))
                .containsExactly("1", "2", "3");
        assertThat(column("SELECT x FROM (VALUES 3, 1, 2) t(x) ORDER BY x OFFSET 1 FETCH FIRST 1 ROW ONLY"))
                .containsExactly("2");
    }

    @Test
    void parametersStandForTheirLiterals() throws Exception {
        assertThat(fixture.texts(
                        "SELECT ?, ? || 'b', ? + 1, ?", "1", "'a''b'", "-2", "timestamp '2024-01-01 00:00:00.5'"))
                .containsExactly(List.of("1", "a'bb", "-1", "2024-01-01 00:00:00.5"));
        assertThat(fixture.schema("SELECT ? AS a", "decimal '1.50'")).containsExactly("a decimal(3,2)");
        assertThat(fixture.refusal("SELECT ?")).hasMessage("Incorrect number of parameters: expected 1 but found 0");
        assertThat(fixture.refusal("SELECT ?", "1 +")).hasMessageContaining("mismatched input");
    }

    @Test
    void commentsParenthesesAndSemicolonsAreNoHindrance() throws Exception {
        assertThat(fixture.text("/* a */ -- b\n (SELECT 1);")).isEqualTo("1");
        assertThat(fixture.text("SELECT 2 -- trailing")).isEqualTo("2");
        assertThat(fixture.texts("TABLE pypi.calendar")).hasSize(1_000);
    }

    @Test
    void nestedTimesAreExactInAnyZoneOfTheMachine() throws Exception {
        // 02:30 on that day is skipped by the clocks of Berlin, and 1582-10-10 by the Julian calendar.
        assertThat(fixture.text("SELECT array[timestamp '2024-03-31 02:30:00.000', timestamp '1582-10-10 00:00:00.000',"
                        + " timestamp '-0001-01-01 00:00:00.000']"))
                .isEqualTo("[2024-03-31 02:30:00.000, 1582-10-10 00:00:00.000, -0001-01-01 00:00:00.000]");
        assertThat(fixture.text("SELECT cast(row(interval '3' month, interval '1' day) as row(a interval year to month,"
                        + " b interval day to second))"))
                .isEqualTo("{a=0-3, b=1 00:00:00.000}");
    }

    private static List<String> column(String sql) throws Exception {
        List<String> values = new ArrayList<>();
        fixture.texts(sql).forEach(row -> values.add(row.get(0)));
        return values;
    }
}
