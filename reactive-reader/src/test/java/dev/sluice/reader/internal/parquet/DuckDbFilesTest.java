package dev.sluice.reader.internal.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fs.S3Path;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DuckDbFilesTest {
    private static final String FLAT = """
            SELECT i AS id, (i % 7)::TINYINT AS tiny, (i % 300)::SMALLINT AS small, (i * 31)::INTEGER AS plain,
              CASE WHEN i % 3 = 0 THEN NULL ELSE 'name-' || (i % 50) END AS low,
              CASE WHEN i % 5 = 0 THEN NULL ELSE md5(i::VARCHAR) END AS high,
              CASE WHEN i % 4 = 0 THEN NULL ELSE i % 2 = 0 END AS flag,
              i / 7.0 AS ratio, (i / 3.0)::FLOAT AS real, '' AS empty, NULL::VARCHAR AS nothing,
              i::UTINYINT % 200 AS u8, i::UINTEGER AS u32, i::UBIGINT AS u64
            FROM range(#ROWS) t(i)
            """;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"uncompressed", "snappy", "gzip", "zstd"})
    void flatRowsOfEveryCodecAreRead(String codec) throws Exception {
        compare(FLAT.replace("#ROWS", "200"), ", COMPRESSION " + codec + ", ROW_GROUP_SIZE 4000", 777);
    }

    private void compare(String query, String options, int batchRows) throws Exception {
        try (DuckDb duck = new DuckDb();
                ParquetFixture fixture = new ParquetFixture().batchRows(batchRows)) {
            Path file = duck.copy(query, directory.resolve("file.parquet"), options);
            S3Path path = fixture.files.put("file", Files.readAllBytes(file));
            List<List<Object>> rows = fixture.rows(List.of(path));
            List<List<Object>> expected = duck.texts("SELECT * FROM '" + file + "'");
            assertThat(rows).hasSameSizeAs(expected);
        }
    }
}
