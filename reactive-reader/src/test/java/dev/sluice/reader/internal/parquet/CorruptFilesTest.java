package dev.sluice.reader.internal.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fs.S3Path;
import dev.sluice.reader.MalformedResultException;
import dev.sluice.reader.MemoryLimitExceededException;
import dev.sluice.reader.SluiceException;
import dev.sluice.reader.UnsupportedResultException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged copies of small files: each gives rows or a typed error, and never leaves a byte behind. */
class CorruptFilesTest {
    private static final int COPIES = Integer.getInteger("sluice.fuzz.copies", 2_000);
    private static final int FIRST_SEED = Integer.getInteger("sluice.fuzz.seed", 0);

    @TempDir
    Path directory;

    @Test
    void damagedFilesGiveRowsOrTypedErrors() throws Exception {
        List<byte[]> files = files();
        int rows = 0;
        int errors = 0;
        for (int seed = FIRST_SEED; seed < FIRST_SEED + COPIES; seed++) {
            byte[] damaged = damage(files.get(seed % files.size()), new Random(seed));
            try (ParquetFixture fixture = new ParquetFixture(16 << 20).batchRows(100)) {
                S3Path path = fixture.files.put("file", damaged);
                if (read(fixture, path, seed)) {
                    rows++;
                } else {
                    errors++;
                }
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
        assertThat(rows).as("copies that still read").isPositive();
        assertThat(errors).as("copies that gave an error").isPositive();
    }

    private static boolean read(ParquetFixture fixture, S3Path path, int seed) {
        try {
            fixture.rows(List.of(path));
            return true;
        } catch (SluiceException e) {
            assertThat(e)
                    .isInstanceOfAny(
                            MalformedResultException.class,
                            UnsupportedResultException.class,
                            MemoryLimitExceededException.class);
            assertThat(e).hasMessageContaining(path.toString());
            return false;
        } catch (RuntimeException e) {
            throw new AssertionError("seed " + seed + " gave an untyped error", e);
        }
    }

    private List<byte[]> files() throws Exception {
        List<byte[]> files = new ArrayList<>();
        CompressionCodecName[] codecs = {
            CompressionCodecName.UNCOMPRESSED,
            CompressionCodecName.SNAPPY,
            CompressionCodecName.GZIP,
            CompressionCodecName.ZSTD,
            CompressionCodecName.LZ4_RAW,
            CompressionCodecName.LZ4
        };
        int number = 0;
        for (String schema : ParquetJavaFilesTest.SCHEMAS) {
            for (WriterVersion version : WriterVersion.values()) {
                Path file = directory.resolve("file.parquet");
                RandomRows.Options options =
                        new RandomRows.Options(codecs[number % codecs.length], version, number % 3 != 0, 40, 200);
                RandomRows.write(MessageTypeParser.parseMessageType(schema), file, options, 150, number++);
                files.add(Files.readAllBytes(file));
                RandomRows.write(
                        MessageTypeParser.parseMessageType(schema),
                        file,
                        new RandomRows.Options(CompressionCodecName.UNCOMPRESSED, version, true, 40, 200),
                        150,
                        number);
                files.add(Files.readAllBytes(file));
            }
        }
        return files;
    }

    private static byte[] damage(byte[] sound, Random random) {
        byte[] bytes = sound.clone();
        if (random.nextInt(10) == 0) {
            // The end is kept, so that there is a footer to believe in.
            int cut = 1 + random.nextInt(bytes.length / 2);
            byte[] shorter = Arrays.copyOf(bytes, bytes.length - cut);
            System.arraycopy(
                    bytes, bytes.length / 2 + cut, shorter, bytes.length / 2, bytes.length - bytes.length / 2 - cut);
            return shorter;
        }
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(3)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) random.nextInt(256);
                default -> bytes[at] = (byte) (random.nextBoolean() ? 0xff : 0);
            }
        }
        return bytes;
    }
}
