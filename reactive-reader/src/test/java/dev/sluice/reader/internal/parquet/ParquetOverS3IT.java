package dev.sluice.reader.internal.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fs.S3FileSystem;
import dev.sluice.fs.S3Path;
import dev.sluice.testkit.s3.LocalS3;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files over HTTP: row groups that are read ahead across files, and one that is streamed. */
class ParquetOverS3IT {
    @TempDir
    Path directory;

    @Test
    void rowsOfSeveralFilesComeInOrder() throws Exception {
        try (LocalS3 s3 = LocalS3.start("bucket");
                DuckDb duck = new DuckDb();
                ParquetFixture fixture = new ParquetFixture(32 << 20).batchRows(7_000)) {
            List<S3Path> paths = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                // The third is one row group larger than half the fetch share.
                long rows = i == 2 ? 160_000 : 30_000;
                Path file = duck.copy(
                        "SELECT range AS id, md5(range::VARCHAR) AS a, sha256(range::VARCHAR) AS b FROM range(" + rows
                                + ")",
                        directory.resolve(i + ".parquet"),
                        ", ROW_GROUP_SIZE " + (i == 2 ? 40_000 : 10_240));
                s3.store().put("bucket", "f/" + i, Files.readAllBytes(file));
                paths.add(new S3Path("bucket", "f/" + i));
            }
            fixture.fileSystem(S3FileSystem.builder().s3(s3.client()).build());
            List<Long> ids = new ArrayList<>();
            fixture.read(paths, root -> {
                for (int row = 0; row < root.getRowCount(); row++) {
                    ids.add((Long) ArrowValues.value(root.getVector("id"), row));
                }
            });
            List<Long> expected = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                for (long id = 0; id < (i == 2 ? 160_000 : 30_000); id++) {
                    expected.add(id);
                }
            }
            assertThat(ids).isEqualTo(expected);
            fixture.await(() -> s3.activeRequests() == 0);
            assertThat(s3.activeRequests()).isZero();
        }
    }
}
