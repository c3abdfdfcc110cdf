package dev.sluice.testkit.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.engine.EngineResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files UNLOAD leaves, and what it refuses to write. */
class UnloadTest {
    private static final int ROWS = 120_000;

    @TempDir
    static Path directory;

    private static EngineFixture fixture;

    @BeforeAll
    static void open() {
        fixture = new EngineFixture(
                directory, builder -> builder.demoRows(ROWS).threads(8).rowGroupRows(4_096));
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    private static String unload(String query, String target, String more) {
        return "UNLOAD (" + query + ") TO '" + target + "' WITH (format = 'PARQUET'" + more + ")";
    }

    private static String freshTarget() {
        return "s3://results/unload/" + UUID.randomUUID() + "/";
    }

    @Test
    void manyRowsComeInSeveralFilesWithoutExtensionUnderTheQuerysId() throws Exception {
        String target = freshTarget();
        EngineResult.Files files = fixture.files(unload("SELECT * FROM pypi.downloads", target, ""));
        assertThat(files.rowCount()).isEqualTo(ROWS);
        assertThat(files.paths())
                .hasSize(8)
                .allMatch(path -> path.matches(target + "[0-9a-f_]{36}_[0-9a-f-]{36}"))
                .doesNotHaveDuplicates();
        String names = fixture.fileList(files.paths());
        List<List<String>> sums = DuckDbFiles.query(
                "SELECT count(*), sum(size_bytes), count(DISTINCT file_name)" + " FROM read_parquet(" + names + ")");
        assertThat(sums)
                .containsExactlyElementsOf(fixture.texts(
                        "SELECT count(*), sum(size_bytes), count(DISTINCT file_name) FROM pypi.downloads"));
    }

    @Test
    void aFileHasRowGroupsOfTheSizeThatWasSet() throws Exception {
        EngineResult.Files files = fixture.files(unload("SELECT * FROM pypi.downloads", freshTarget(), ""));
        List<List<String>> groups = DuckDbFiles.query("SELECT max(row_group_num_rows), count(DISTINCT row_group_id)"
                + " FROM parquet_metadata(" + fixture.fileList(files.paths()) + ")");
        assertThat(Integer.parseInt(groups.get(0).get(0))).isBetween(2_048, 4_096);
        assertThat(Integer.parseInt(groups.get(0).get(1))).isGreaterThan(1);
    }

    @ParameterizedTest
    @CsvSource({
        "'', GZIP",
        "', compression = ''GZIP''', GZIP",
        "', compression = ''snappy''', SNAPPY",
        "', compression = ''ZSTD''', ZSTD",
        "', compression = ''NONE''', UNCOMPRESSED"
    })
    void theCodecIsGzipUnlessTheStatementSaysOtherwise(String more, String codec) throws Exception {
        EngineResult.Files files = fixture.files(
                unload("SELECT x AS a FROM UNNEST(sequence(1, 100)) AS t(x)", freshTarget(), more == null ? "" : more));
        assertThat(DuckDbFiles.query(
                        "SELECT DISTINCT compression FROM parquet_metadata(" + fixture.fileList(files.paths()) + ")"))
                .containsExactly(List.of(codec));
    }

    @Test
    void everyColumnIsOptionalAndHasTheTypeAthenaWrites() throws Exception {
        String query = "SELECT true AS b, tinyint '1' AS i8, smallint '1' AS i16, 1 AS i32, bigint '1' AS i64,"
                + " real '1' AS f, 1e0 AS d, 1.50 AS dec, 'x' AS s, cast('x' as char(3)) AS c, X'00' AS bin,"
                + " date '2024-02-29' AS dt, timestamp '2024-02-29 01:02:03.123' AS ts, sum(x) AS total,"
                + " array[1, null] AS l, map(array['a'], array[1]) AS m, cast(row(1, 'x') as row(a integer, b varchar)) AS r"
                + " FROM (VALUES bigint '1', 2) t(x)";
        EngineResult.Files files = fixture.files(unload(query, freshTarget(), ""));
        String list = fixture.fileList(files.paths());
        assertThat(DuckDbFiles.query("DESCRIBE SELECT * FROM read_parquet(" + list + ")"))
                .extracting(row -> row.get(0) + " " + row.get(1))
                .containsExactly(
                        "b BOOLEAN",
                        "i8 TINYINT",
                        "i16 SMALLINT",
                        "i32 INTEGER",
                        "i64 BIGINT",
                        "f FLOAT",
                        "d DOUBLE",
                        "dec DECIMAL(3,2)",
                        "s VARCHAR",
                        "c VARCHAR",
                        "bin BLOB",
                        "dt DATE",
                        "ts TIMESTAMP",
                        "total BIGINT",
                        "l INTEGER[]",
                        "m MAP(VARCHAR, INTEGER)",
                        "r STRUCT(a INTEGER, b VARCHAR)");
        assertThat(DuckDbFiles.query("SELECT name FROM parquet_schema(" + list
                        + ") WHERE repetition_type = 'REQUIRED' AND name <> 'duckdb_schema'"))
                .containsExactly(List.of("key"));
        assertThat(DuckDbFiles.query("SELECT ts, dec, r.b FROM read_parquet(" + list + ")"))
                .containsExactly(List.of("2024-02-29 01:02:03.123", "1.50", "x"));
    }

    @Test
    void noRowsLeaveNoFile() throws Exception {
        String target = freshTarget();
        EngineResult.Files files = fixture.files(unload("SELECT 1 AS a WHERE 1 = 0", target, ""));
        assertThat(files.paths()).isEmpty();
        assertThat(files.rowCount()).isZero();
        assertThat(fixture.objects(target.substring("s3://results/".length()))).isEmpty();
    }

    @Test
    void partitionColumnsAreInThePathsAndNotInTheFiles() throws Exception {
        String target = freshTarget();
        EngineResult.Files files = fixture.files(unload(
                "SELECT project, cached, file_type FROM pypi.downloads",
                target,
                ", partitioned_by = ARRAY['cached', 'file_type']"));
        assertThat(files.rowCount()).isEqualTo(ROWS);
        Set<String> directories = new TreeSet<>();
        files.paths().forEach(path -> directories.add(path.substring(target.length(), path.lastIndexOf('/'))));
        assertThat(directories)
                .containsExactly(
                        "cached=false/file_type=bdist_wheel",
                        "cached=false/file_type=sdist",
                        "cached=true/file_type=bdist_wheel",
                        "cached=true/file_type=sdist");
        assertThat(DuckDbFiles.query("DESCRIBE SELECT * FROM read_parquet(" + fixture.fileList(files.paths())
                        + ", hive_partitioning = false)"))
                .extracting(row -> row.get(0))
                .containsExactly("project");
        assertThat(fixture.failure(unload(
                        "SELECT file_type, project FROM pypi.downloads",
                        freshTarget(),
                        ", partitioned_by = ARRAY['file_type']")))
                .hasMessageStartingWith("HIVE_COLUMN_ORDER_MISMATCH");
    }

    @Test
    void aTargetThatIsNotEmptyIsRefusedAndKept() throws Exception {
        String target = freshTarget();
        List<String> first = fixture.files(unload("SELECT 1 AS a", target, "")).paths();
        EngineException failure = fixture.failure(unload("SELECT 2 AS a", target, ""));
        assertThat(failure)
                .hasMessage("HIVE_PATH_ALREADY_EXISTS: Target directory for table already exists: " + target);
        assertThat(failure.errorCategory()).isEqualTo(EngineException.USER);
        assertThat(fixture.objects(target.substring("s3://results/".length()))).hasSameSizeAs(first);
        // A name that only begins alike is another place.
        assertThat(fixture.files(unload("SELECT 1 AS a", target.substring(0, target.length() - 2) + "/", ""))
                        .paths())
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        time '01:02:03' AS a | NOT_SUPPORTED: Unsupported Hive type: time
        json '1' AS a | NOT_SUPPORTED: Unsupported Hive type: json
        timestamp '2024-01-01 00:00:00 UTC' AS a | NOT_SUPPORTED: Unsupported Hive type: timestamp with time zone
        interval '1' day AS a | NOT_SUPPORTED: Unsupported Hive type: interval day to second
        uuid '12151fd2-7586-11e9-8f9e-2a86e4085a59' AS a | NOT_SUPPORTED: Unsupported Hive type: uuid
        array[time '01:02:03.5'] AS a | NOT_SUPPORTED: Unsupported Hive type: time(1)
        timestamp '2024-01-01 00:00:00.123456' AS a | NOT_SUPPORTED: Incorrect timestamp precision for timestamp(6); the configured precision is MILLISECONDS
        1 AS a, 2 | MISSING_COLUMN_NAME: line 1:1: Column name not specified at position 2
        1 AS a, 2 AS A | DUPLICATE_COLUMN_NAME: line 1:1: Column name 'a' specified more than once
        null AS a | COLUMN_TYPE_UNKNOWN: line 1:1: Column type is unknown: a
        """)
    void whatHiveLacksIsRefused(String items, String message) {
        String target = freshTarget();
        assertThat(fixture.failure(unload("SELECT " + items, target, ""))).hasMessage(message);
        assertThat(fixture.objects(target.substring("s3://results/".length()))).isEmpty();
    }

    @Test
    void unknownFormatsCodecsAndPlacesAreRefused() {
        assertThat(fixture.failure("UNLOAD (SELECT 1 AS a) TO '" + freshTarget() + "' WITH (format = 'ORC')"))
                .hasMessage("NOT_SUPPORTED: the local Athena writes PARQUET, JSON and TEXTFILE, not ORC");
        assertThat(fixture.failure(unload("SELECT 1 AS a", freshTarget(), ", compression = 'LZO'")))
                .hasMessage("INVALID_TABLE_PROPERTY: Unsupported compression for PARQUET: LZO");
        assertThat(fixture.failure(unload("SELECT 1 AS a", "s3://no-such-bucket/x/", "")))
                .hasMessageStartingWith("HIVE_FILESYSTEM_ERROR");
        assertThat(fixture.failure(unload("SELECT 1 AS a", "/tmp/x", "")))
                .hasMessage("INVALID_PROPERTY: Invalid location URI: /tmp/x");
    }

    @Test
    void textAndJsonAreWrittenToo() throws Exception {
        EngineResult.Files text = fixture.files("UNLOAD (SELECT 1 AS a, 'x' AS b, cast(null as varchar) AS c) TO '"
                + freshTarget() + "' WITH (format = 'TEXTFILE', compression = 'NONE', field_delimiter = ',')");
        assertThat(content(text)).isEqualTo("1,x,\\N\n");
        EngineResult.Files json = fixture.files("UNLOAD (SELECT 1 AS a, array['x'] AS b) TO '" + freshTarget()
                + "' WITH (format = 'JSON', compression = 'NONE')");
        assertThat(content(json)).isEqualTo("{\"a\":1,\"b\":[\"x\"]}\n");
        EngineResult.Files zipped =
                fixture.files("UNLOAD (SELECT 1 AS a) TO '" + freshTarget() + "' WITH (format = 'JSON')");
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file(zipped)))) {
            assertThat(in.readAllBytes()).asString().isEqualTo("{\"a\":1}\n");
        }
    }

    @Test
    void rowsKeepTheirOrderWithinAFile() throws Exception {
        EngineResult.Files files =
                fixture.files(unload("SELECT size_bytes AS n FROM pypi.downloads ORDER BY n", freshTarget(), ""));
        for (String path : files.paths()) {
            assertThat(DuckDbFiles.query("SELECT count(*) FROM (SELECT n, lag(n) OVER () AS before FROM read_parquet("
                            + fixture.fileList(List.of(path)) + ")) WHERE before > n"))
                    .containsExactly(List.of("0"));
        }
    }

    @Test
    void parametersWorkInsideUnload() throws Exception {
        EngineResult.Files files = fixture.files(unload("SELECT ? AS a", freshTarget(), ""), "'it''s'");
        assertThat(DuckDbFiles.query("SELECT a FROM read_parquet(" + fixture.fileList(files.paths()) + ")"))
                .containsExactly(List.of("it's"));
    }

    private static Path file(EngineResult.Files files) {
        assertThat(files.paths()).hasSize(1);
        String key = files.paths().get(0).substring("s3://results/".length());
        return fixture.store().get("results", key).orElseThrow().file();
    }

    private static String content(EngineResult.Files files) throws Exception {
        return Files.readString(file(files));
    }
}
