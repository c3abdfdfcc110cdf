package dev.sluice.reader.internal.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fs.S3Path;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files by DuckDB, value by value against DuckDB. */
class DuckDbFilesTest {
    private static final String FLAT = """
            SELECT i AS id, (i % 7)::TINYINT AS tiny, (i % 300)::SMALLINT AS small, (i * 31)::INTEGER AS plain,
              CASE WHEN i % 3 = 0 THEN NULL ELSE 'name-' || (i % 50) END AS low,
              CASE WHEN i % 5 = 0 THEN NULL ELSE md5(i::VARCHAR) END AS high,
              CASE WHEN i % 4 = 0 THEN NULL ELSE i % 2 = 0 END AS flag,
              i / 7.0 AS ratio, (i / 3.0)::FLOAT AS real, '' AS empty, NULL::VARCHAR AS nothing,
              i::UINTEGER AS u32, i::UBIGINT AS u64, DATE '2020-01-01' + (i % 900)::INTEGER AS day,
              TIMESTAMP '1969-12-31 23:59:59.5' + to_microseconds(i * 1234567) AS ts,
              (i * 7 % 1000)::DECIMAL(9, 2) AS d9, (i * 11)::DECIMAL(18, 3) AS d18, (-i)::DECIMAL(38, 5) AS d38
            FROM range(9000) t(i)
            """;

    private static final DateTimeFormatter TIMESTAMP = new DateTimeFormatterBuilder()
            .appendPattern("yyyy-MM-dd HH:mm:ss")
            .appendFraction(java.time.temporal.ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter(java.util.Locale.ROOT);

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "uncompressed, V1, 777", "snappy, V1, 100000", "gzip, V1, 1", "zstd, V1, 2049",
        "uncompressed, V2, 100000", "snappy, V2, 777", "gzip, V2, 2048", "zstd, V2, 4000",
        "brotli, V1, 100000", "brotli, V2, 777", "lz4_raw, V1, 2049", "lz4_raw, V2, 100000"
    })
    void valuesEqualThoseOfDuckDb(String codec, String version, int batchRows) throws Exception {
        try (DuckDb duck = new DuckDb();
                ParquetFixture fixture = new ParquetFixture().batchRows(batchRows)) {
            Path file = duck.copy(
                    batchRows == 1 ? FLAT.replace("9000", "900") : FLAT,
                    directory.resolve("file.parquet"),
                    ", COMPRESSION " + codec + ", PARQUET_VERSION " + version + ", ROW_GROUP_SIZE 4096");
            S3Path path = fixture.files.put("file", Files.readAllBytes(file));
            List<List<Object>> rows = fixture.rows(List.of(path));
            List<List<Object>> expected = duck.texts("SELECT * FROM '" + file + "'");
            assertThat(rows).hasSameSizeAs(expected);
            for (int i = 0; i < rows.size(); i++) {
                assertThat(rows.get(i).stream().map(DuckDbFilesTest::text).toList())
                        .as("row %d", i)
                        .isEqualTo(expected.get(i));
            }
        }
    }

    /** As DuckDB casts to VARCHAR. */
    private static String text(Object value) {
        return value instanceof LocalDateTime time ? time.format(TIMESTAMP) : value == null ? null : value.toString();
    }

    @Test
    void aFileWithoutRowsHasItsSchemaAndNoBatch() throws Exception {
        try (DuckDb duck = new DuckDb();
                ParquetFixture fixture = new ParquetFixture()) {
            Path file = duck.copy("SELECT 1 AS a, 'x' AS b WHERE false", directory.resolve("none.parquet"), "");
            S3Path path = fixture.files.put("none", Files.readAllBytes(file));
            assertThat(fixture.read(
                                    List.of(path, path),
                                    root -> assertThat(root).isNull())
                            .getFields())
                    .extracting(org.apache.arrow.vector.types.pojo.Field::getName)
                    .containsExactly("a", "b");
        }
    }
}
