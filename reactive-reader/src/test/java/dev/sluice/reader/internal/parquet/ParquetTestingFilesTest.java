package dev.sluice.reader.internal.parquet;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.fs.S3Path;
import dev.sluice.reader.SluiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The format's own collection of files, row by row against parquet-java; or the error that a file must give. */
class ParquetTestingFilesTest {
    private static final Map<String, String> ERRORS = Map.ofEntries(
            entry("datapage_v1-corrupt-checksum.parquet", "CRC"),
            // A day of the year -287,000 or so, which Spark wrapped; no unit reaches it.
            entry("int96_from_spark.parquet", "outside the range of its unit"),
            // Keys of more than 2 GiB, in pages that no limit of these tests holds.
            entry("large_string_map.brotli.parquet", "raise memoryLimit"));

    /** What parquet-java can't read, and the file of the same rows that it can. */
    private static final Map<String, String> SAME_ROWS =
            Map.of("non_hadoop_lz4_compressed.parquet", "hadoop_lz4_compressed.parquet");

    @TestFactory
    Stream<DynamicTest> everyFileReadsAsParquetJavaReadsIt() {
        return SharedFiles.list("parquet-testing/data", "").stream()
                .filter(file -> file.toString().contains(".parquet"))
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)));
    }

    private static void check(Path file) throws IOException {
        try (ParquetFixture fixture = new ParquetFixture().batchRows(100)) {
            S3Path path = fixture.files.put("file", Files.readAllBytes(file));
            String name = file.getFileName().toString();
            String error = name.endsWith(".encrypted") ? "encrypted" : ERRORS.get(name);
            if (error != null) {
                assertThatThrownBy(() -> fixture.rows(List.of(path)))
                        .isInstanceOf(SluiceException.class)
                        .hasMessageContaining(error);
                return;
            }
            List<List<Object>> rows = fixture.rows(List.of(path));
            List<List<Object>> expected = GroupOracle.rows(file.resolveSibling(SAME_ROWS.getOrDefault(name, name)));
            assertThat(rows).hasSameSizeAs(expected);
            for (int i = 0; i < rows.size(); i++) {
                assertThat(rows.get(i)).as("row %d", i).isEqualTo(expected.get(i));
            }
        }
    }
}
