package dev.sluice.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.LocalAthena;
import dev.sluice.testkit.WorkGroup;
import dev.sluice.testkit.junit.LocalAthenaExtension;
import dev.sluice.testkit.junit.SluiceProbes;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.test.StepVerifier;

/** The same query by every way gives the same rows. */
@ExtendWith(LocalAthenaExtension.class)
class PathsIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    private LocalAthena athena;
    private AthenaReader reader;

    enum Way {
        UNLOAD(AthenaQuery::unload),
        CSV(AthenaQuery::csv),
        PAGES(AthenaQuery::pages);

        final UnaryOperator<AthenaQuery> choose;

        Way(UnaryOperator<AthenaQuery> choose) {
            this.choose = choose;
        }
    }

    @BeforeEach
    void open(LocalAthena local, SluiceProbes probes) {
        athena = local;
        reader = reader(local).build();
        ReaderMetrics metrics = reader.metrics();
        probes.add("bytes", metrics::bytesInUse);
        probes.add("batches", metrics::openBatches);
        probes.add("arrow", metrics::allocatedBytes);
    }

    private static AthenaReader.Builder reader(LocalAthena local) {
        return AthenaReader.builder()
                .athena(local.athenaClient())
                .s3(local.s3Client())
                .outputLocation(local.outputLocation())
                .pollBackoff(new PollBackoff(Duration.ofMillis(2), Duration.ofMillis(20), 1.5, 0.2));
    }

    @AfterEach
    void close() {
        reader.closeAsync().block(SOON);
    }

    /** Every row by its first column, which is an id: UNLOAD knows no order. */
    private static List<List<Object>> rows(AthenaQuery query) {
        List<List<Object>> rows = new ArrayList<>(query.rows(row -> {
                    List<Object> values = new ArrayList<>();
                    for (int i = 0; i < row.schema().size(); i++) {
                        Object value = row.get(i);
                        values.add(
                                value instanceof byte[] bytes
                                        ? "0x" + HexFormat.of().formatHex(bytes)
                                        : value);
                    }
                    return values;
                })
                .collectList()
                .block(SOON));
        rows.sort(Comparator.comparing(row -> ((Number) row.get(0)).longValue()));
        return rows;
    }

    private static final String SCALARS = """
            SELECT * FROM (VALUES
              (1, true, tinyint '-128', smallint '32767', bigint '-9223372036854775808', real '0.1', double '1e300',
               decimal '12345678.90', cast(decimal '9999999999999999999999999999.9999999999' as decimal(38,10)),
               varchar 'plain', cast('ab' as char(5)), X'00ff10', date '2024-02-29', timestamp '2024-02-29 01:02:03.120'),
              (2, false, tinyint '127', smallint '-32768', bigint '9223372036854775807', real '-3.4028235e38', double '-0.0',
               decimal '-0.01', cast(decimal '-0.0000000001' as decimal(38,10)),
               varchar '', cast('' as char(5)), X'', date '0001-01-01', timestamp '1969-12-31 23:59:59.999'),
              (3, null, null, null, null, null, null, null, null, null, null, null, null, null),
              (4, true, tinyint '0', smallint '0', bigint '0', cast('NaN' as real), infinity(),
               decimal '0.00', cast(0 as decimal(38,10)),
               varchar 'say "hi", it''s
            two lines	and a tab; NULL', cast('x"y' as char(5)), X'22', date '9999-12-31', timestamp '9999-12-31 23:59:59.999'),
              (5, false, tinyint '1', smallint '1', bigint '1', real '1.0E10', nan(),
               decimal '1.00', cast(1 as decimal(38,10)),
               varchar 'ß😀 \\N NULL', cast('😀' as char(5)), X'0a0d', date '1970-01-01', timestamp '1970-01-01 00:00:00.000')
            ) AS t (id, a_boolean, a_tinyint, a_smallint, a_bigint, a_real, a_double, a_decimal, a_wide_decimal,
                    a_varchar, a_char, a_varbinary, a_date, a_timestamp)
            """;

    @Test
    void everyScalarTypeIsEqualByEveryWay() {
        List<List<Object>> pages = rows(reader.sql(SCALARS).pages());
        assertThat(pages).hasSize(5);
        assertThat(pages.get(0))
                .containsExactly(
                        1,
                        true,
                        (byte) -128,
                        (short) 32767,
                        Long.MIN_VALUE,
                        0.1f,
                        1e300,
                        new BigDecimal("12345678.90"),
                        new BigDecimal("9999999999999999999999999999.9999999999"),
                        "plain",
                        "ab   ",
                        "0x00ff10",
                        LocalDate.of(2024, 2, 29),
                        LocalDateTime.of(2024, 2, 29, 1, 2, 3, 120_000_000));
        assertThat(pages.get(1).get(9)).isEqualTo("");
        assertThat(pages.get(2).subList(1, 14)).containsOnlyNulls();
        assertThat(rows(reader.sql(SCALARS).csv())).isEqualTo(pages);
        assertThat(rows(reader.sql(SCALARS).unload())).isEqualTo(pages);
        for (UnloadCompression compression : UnloadCompression.values()) {
            assertThat(rows(reader.sql(SCALARS).unload(compression)))
                    .as(compression.name())
                    .isEqualTo(pages);
        }
        assertThat(athena.calls("StopQueryExecution")).isEmpty();
    }

    @Test
    void whatUnloadRefusesIsEqualByTheOtherTwo() {
        String sql = """
                SELECT * FROM (VALUES
                  (1, time '01:02:03.123', timestamp '2001-08-22 03:04:05.321 America/Los_Angeles',
                   interval '2 03:04:05.678' day to second, interval '3-2' year to month,
                   json '{"a": [1, "x"]}', array[1, null], timestamp '2024-02-29 01:02:03.123456'),
                  (2, null, null, null, null, null, null, null)
                ) AS t (id, a_time, a_zoned, a_days, a_months, a_json, an_array, micros)
                """;
        List<List<Object>> pages = rows(reader.sql(sql).pages());
        assertThat(rows(reader.sql(sql).csv())).isEqualTo(pages);
        assertThat(pages.get(0).get(2)).isEqualTo(java.time.Instant.parse("2001-08-22T10:04:05.321Z"));
        assertThat(pages.get(0).get(3)).isEqualTo(Duration.ofMillis(183_845_678));
        assertThat(pages.get(0).get(4)).isEqualTo(java.time.Period.of(3, 2, 0));
        assertThat(pages.get(0).get(7)).isEqualTo(LocalDateTime.of(2024, 2, 29, 1, 2, 3, 123_456_000));
        assertThat(pages.get(1).subList(1, 8)).containsOnlyNulls();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aResultWithoutRowsKeepsItsColumns(Way way) {
        AthenaQuery query = way.choose
                .apply(reader.sql("SELECT id, name FROM (VALUES (1, 'a')) AS t (id, name) WHERE id > ?"))
                .bind(7);
        QueryResult result = query.execute().block(SOON);
        assertThat(result.schema().columns()).extracting(ResultColumn::name).containsExactly("id", "name");
        assertThat(result.rows(row -> 1).collectList().block(SOON)).isEmpty();
        StepVerifier.create(query.rows(row -> 1)).expectComplete().verify(SOON);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void parametersNeverBecomePartOfTheStatement(Way way) {
        String nasty = "x'; DROP TABLE t; -- \"";
        assertThat(way.choose
                        .apply(reader.sql("SELECT ? AS s, ? AS d, ? AS n"))
                        .bind(nasty)
                        .bind(LocalDate.of(2026, 10, 1))
                        .bind(5L)
                        .rows(row -> row.getString(0) + row.getLocalDate("d") + row.getLong(2))
                        .collectList()
                        .block(SOON))
                .containsExactly(nasty + "2026-10-01" + 5);
    }

    record Nested(long id, List<String> tags, Map<String, Integer> counts) {}

    @Test
    void nestedTypesKeepWhatTheyAreMadeOfThroughUnload() {
        String sql = """
                SELECT 1 AS id, array['a', null, ''] AS tags, map(array['x'], array[7]) AS counts
                """;
        Nested nested = reader.sql(sql).unload().rows(Nested.class).blockLast(SOON);
        assertThat(nested.tags()).containsExactly("a", null, "");
        assertThat(nested.counts()).containsEntry("x", 7);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void manyRowsComeWholeByEveryWayWithinTheLimit(Way way) {
        long rows = way == Way.PAGES ? 10_000 : 200_000;
        DataSize limit = DataSize.ofMebibytes(way == Way.UNLOAD ? 32 : 8);
        long sum = way.choose
                .apply(reader.sql("SELECT n AS id, 'row number ' || cast(n AS varchar) AS text FROM"
                        + " UNNEST(sequence(1, " + rows + ")) AS t (n)"))
                .memoryLimit(limit)
                .rows(row -> row.getLong(0) + row.getString(1).length() * 1_000_000_000_000L)
                .reduce(0L, Long::sum)
                .block(SOON);
        long expected = 0;
        for (long n = 1; n <= rows; n++) {
            expected += n + ("row number " + n).length() * 1_000_000_000_000L;
        }
        assertThat(sum).isEqualTo(expected);
        assertThat(reader.metrics().peakBytesInUse()).isPositive().isLessThanOrEqualTo(limit.bytes());
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aStreamEndsWithItsLastRowThoughNobodyAsksForMore(Way way) {
        for (int rows : new int[] {1, 100, 2_000, 2_001}) {
            AthenaQuery query = way.choose
                    .apply(reader.sql("SELECT n AS id FROM UNNEST(sequence(1, " + rows + ")) AS t (n)"))
                    .batchRows(100);
            StepVerifier.create(query.rows(Long.class), rows)
                    .expectNextCount(rows)
                    .expectComplete()
                    .verify(SOON);
        }
    }

    @Test
    void aShowIsReadAsLinesAndAsPagesAlike() {
        reader.sql("CREATE TABLE shown AS SELECT 1 AS id").execute().block(SOON);
        List<String> lines =
                reader.sql("SHOW TABLES").rows(String.class).collectList().block(SOON);
        assertThat(lines).contains("shown");
        assertThat(reader.sql("SHOW TABLES")
                        .pages()
                        .rows(String.class)
                        .collectList()
                        .block(SOON))
                .isEqualTo(lines);
        List<List<Object>> described =
                reader.sql("DESCRIBE shown").rows(PathsIT::values).collectList().block(SOON);
        assertThat(described).isNotEmpty();
        assertThat(reader.sql("DESCRIBE shown")
                        .pages()
                        .rows(PathsIT::values)
                        .collectList()
                        .block(SOON))
                .isEqualTo(described);
        reader.sql("DROP TABLE shown").execute().block(SOON);
    }

    private static List<Object> values(Row row) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < row.schema().size(); i++) {
            values.add(row.get(i));
        }
        return values;
    }

    @Test
    void writingStatementsTellHowManyRows() {
        assertThat(reader.sql("CREATE TABLE written AS SELECT * FROM (VALUES 1, 2, 3) AS t (id)")
                        .execute()
                        .block(SOON)
                        .updateCount())
                .hasValue(3);
        QueryResult none = reader.sql("INSERT INTO written SELECT id FROM written WHERE id > 100")
                .execute()
                .block(SOON);
        assertThat(none.updateCount()).hasValue(0);
        assertThat(none.rows(row -> 1).collectList().block(SOON)).isEmpty();
        reader.sql("DROP TABLE written").execute().block(SOON);
    }

    @Test
    void aQueryThatFailsSaysWhyAndAParseErrorWhere() {
        StepVerifier.create(reader.sql("SELECT nothing FROM nowhere").rows(row -> 1))
                .expectErrorSatisfies(error -> {
                    assertThat(error).isInstanceOf(SluiceException.class);
                    assertThat(((SluiceException) error).isRetryable()).isFalse();
                })
                .verify(SOON);
        StepVerifier.create(reader.sql("SELECT 1 FORM t").rows(row -> 1))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(QueryRejectedException.class)
                        .hasMessageContaining("line 1:"))
                .verify(SOON);
    }

    @Test
    void aResumedQueryGivesTheRowsOfItsIdByCsvAndByManifest() {
        QueryResult csv = reader.sql(SCALARS).csv().execute().block(SOON);
        List<List<Object>> first = rows(reader.resume(csv.queryExecutionId()));
        assertThat(first).hasSize(5);
        QueryResult unload = reader.sql(SCALARS).unload().execute().block(SOON);
        assertThat(rows(reader.resume(unload.queryExecutionId()))).isEqualTo(first);
    }

    @Test
    void unnamedAndDuplicateColumnsAreReadByPositionAndRefusedByUnload() {
        assertThat(reader.sql("SELECT 1, 2 AS x, 3 AS x")
                        .csv()
                        .rows(PathsIT::values)
                        .blockLast(SOON))
                .containsExactly(1, 2, 3);
        StepVerifier.create(reader.sql("SELECT 1, 2 AS x, 3 AS x").unload().rows(row -> 1))
                .expectError(SluiceException.class)
                .verify(SOON);
    }

    @Test
    void aManagedWorkgroupIsReadByPages() {
        try (LocalAthena managed = LocalAthena.builder()
                        .workGroup(WorkGroup.named("managed").managedResults())
                        .start();
                AthenaReader own = reader(managed).workGroup("managed").build()) {
            assertThat(rows(own.sql("SELECT 1 AS id"))).containsExactly(List.of(1));
            assertThat(rows(own.sql("SELECT 2 AS id").csv())).containsExactly(List.of(2));
            assertThat(managed.s3().requests("GetObject")).isEmpty();
            own.closeAsync().block(SOON);
        }
    }

    @Test
    void anEnforcingWorkgroupsPlaceIsTakenAndUnloadKeepsItsOwn() {
        try (LocalAthena enforcing = LocalAthena.builder()
                        .bucket("enforced")
                        .workGroup(WorkGroup.named("strict")
                                .outputLocation("s3://enforced/here/")
                                .enforcing())
                        .start();
                AthenaReader own = reader(enforcing).workGroup("strict").build()) {
            assertThat(rows(own.sql("SELECT 1 AS id").csv())).containsExactly(List.of(1));
            assertThat(rows(own.sql("SELECT 2 AS id").unload())).containsExactly(List.of(2));
            assertThat(enforcing.s3().requests("GetObject"))
                    .extracting(request -> request.bucket())
                    .contains("enforced", "athena-results");
            own.closeAsync().block(SOON);
        }
    }

    @Test
    void aReusedResultIsReadFromTheEarlierQuerysObject() {
        String sql = "SELECT n AS id FROM UNNEST(sequence(1, 3)) AS t (n)";
        List<List<Object>> first = rows(reader.sql(sql).csv());
        QueryResult reused = reader.sql(sql)
                .csv()
                .resultReuse(Duration.ofMinutes(10))
                .execute()
                .block(SOON);
        assertThat(reused.statistics().reusedPreviousResult()).isTrue();
        assertThat(reused.rows(row -> row.getLong(0)).collectList().block(SOON)).hasSize(first.size());
    }
}
