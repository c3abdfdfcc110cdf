package dev.sluice.testkit.internal.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Athena's CSV, written and read back by page. */
class CsvRowsTest {
    @TempDir
    Path directory;

    @Test
    void quotesEveryValueAndLeavesNullBare() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(
                out,
                row("_col0", "_col1"),
                row("", "a"),
                row(null, "a"),
                row("he said \"hi\",", "x\r\ny"),
                row("ü🎉\"", null));

        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo(
                        "\"_col0\",\"_col1\"\n\"\",\"a\"\n,\"a\"\n\"he said \"\"hi\"\",\",\"x\r\ny\"\n\"ü🎉\"\"\",\n");
    }

    @Test
    void oneNullColumnIsAnEmptyLine() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(out, row("x"), row((String) null), row("1"), row((String) null));

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("\"x\"\n\n\"1\"\n\n");
    }

    @Test
    void readsAnyPageOfRecordsWithLineBreaksInsideThem() throws IOException {
        Path file = directory.resolve("result.csv");
        RecordIndex index;
        int count = 5 * RecordIndex.STRIDE + 7;
        try (CsvWriter csv = new CsvWriter(Files.newOutputStream(file))) {
            for (int i = 0; i < count; i++) {
                csv.cell(String.valueOf(i));
                csv.cell(i % 3 == 0 ? null : "line\n\"" + i + "\",");
                csv.endRecord();
            }
            index = csv.index();
        }
        CsvRows rows = new CsvRows(() -> file, index, 2);

        assertThat(rows.count()).isEqualTo(count);
        for (int first : new int[] {0, 1, 63, 64, 65, 127, 200, count - 1}) {
            assertThat(rows.read(first, 2).get(0))
                    .containsExactly(String.valueOf(first), first % 3 == 0 ? null : "line\n\"" + first + "\",");
        }
        assertThat(rows.read(count - 1, 10)).hasSize(1);
        assertThat(rows.read(count, 10)).isEmpty();
        assertThat(rows.read(count + 1000L, 10)).isEmpty();
    }

    @Test
    void aPageOfAFileThatIsGoneFails() throws IOException {
        RecordIndex index = new RecordIndex();
        index.add(0);
        CsvRows rows = new CsvRows(
                () -> {
                    throw new FileNotFoundException("gone");
                },
                index,
                1);

        assertThatThrownBy(() -> rows.read(0, 1)).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void writesMoreThanOneBufferful() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String big = "x".repeat(200_000);
        try (CsvWriter csv = new CsvWriter(out)) {
            csv.cell(big);
            csv.endRecord();
            assertThat(csv.position()).isEqualTo(200_003);
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("\"" + big + "\"\n");
    }

    private static void write(OutputStream out, @Nullable String[]... rows) throws IOException {
        try (CsvWriter csv = new CsvWriter(out)) {
            for (String[] row : rows) {
                for (String cell : row) {
                    csv.cell(cell);
                }
                csv.endRecord();
            }
        }
    }

    private static @Nullable String[] row(@Nullable String... cells) {
        return cells;
    }
}
