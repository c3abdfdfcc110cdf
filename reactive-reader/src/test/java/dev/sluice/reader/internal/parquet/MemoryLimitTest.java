package dev.sluice.reader.internal.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.fs.S3Path;
import dev.sluice.reader.MalformedResultException;
import dev.sluice.reader.MemoryLimitExceededException;
import dev.sluice.reader.Received;
import dev.sluice.reader.internal.arrow.DecodedBatch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.apache.arrow.vector.BigIntVector;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.test.StepVerifier;

@Timeout(120)
class MemoryLimitTest {
    private static final int ROWS = 300_000;

    @TempDir
    static Path directory;

    private static byte[] large;

    @BeforeAll
    static void writeOneRowGroupFarLargerThanTheLimits() throws Exception {
        MessageType schema = MessageTypeParser.parseMessageType("message large { required int64 row;"
                + " optional binary a (STRING); required fixed_len_byte_array(40) b; optional binary low (STRING); }");
        Path file = directory.resolve("large.parquet");
        RandomRows.write(
                schema,
                file,
                new RandomRows.Options(
                        CompressionCodecName.SNAPPY, WriterVersion.PARQUET_1_0, true, 20_000, 1_000_000, 1L << 30),
                ROWS,
                1);
        large = Files.readAllBytes(file);
        assertThat(large.length).as("bytes of the row group").isGreaterThan(16 << 20);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 24, 64, 256})
    void aRowGroupLargerThanItsShareIsStreamed(int limitMebibytes) {
        try (ParquetFixture fixture = new ParquetFixture((long) limitMebibytes << 20).batchRows(50_000)) {
            S3Path path = fixture.files.put("large", large);
            long[] next = {0};
            fixture.read(List.of(path, path), root -> {
                BigIntVector row = (BigIntVector) root.getVector("row");
                for (int i = 0; i < root.getRowCount(); i++) {
                    assertThat(row.get(i)).isEqualTo(next[0]++ % ROWS);
                }
            });
            assertThat(next[0]).isEqualTo(2L * ROWS);
            assertThat(fixture.budget.peak()).isLessThanOrEqualTo((long) limitMebibytes << 20);
        }
    }

    @Test
    void aLimitThatHoldsNoPageIsATypedError() {
        try (ParquetFixture fixture = new ParquetFixture(256 << 10)) {
            S3Path path = fixture.files.put("large", large);
            assertThatThrownBy(() -> fixture.rows(List.of(path)))
                    .isInstanceOf(MemoryLimitExceededException.class)
                    .hasMessageContaining("s3://bucket/large")
                    .hasMessageContaining("row group 0")
                    .hasMessageContaining("column");
        }
    }

    @Test
    void openBatchesHoldTheNextOneBackUntilTheyAreClosed() {
        try (ParquetFixture fixture = new ParquetFixture(16 << 20).batchRows(ROWS)) {
            S3Path path = fixture.files.put("large", large);
            ParquetBatchSource source = fixture.open(List.of(path)).block();
            Queue<DecodedBatch> open = new ConcurrentLinkedQueue<>();
            int asked = 0;
            while (asked < 100 && fixture.memory.decode().waiting() == 0) {
                Received.from(source.next().doOnNext(open::add));
                asked++;
                int expected = asked;
                BooleanSupplier settled =
                        () -> open.size() == expected || fixture.memory.decode().waiting() > 0;
                fixture.await(settled);
                assertThat(settled.getAsBoolean()).isTrue();
            }
            assertThat(open)
                    .as("batches that fit at once")
                    .hasSizeGreaterThanOrEqualTo(2)
                    .hasSize(asked - 1);
            assertThat(fixture.budget.inUse()).isLessThanOrEqualTo(16 << 20);
            DecodedBatch first = open.remove();
            first.close();
            DecodedBatch second = open.remove();
            second.close();
            int expected = asked - 2;
            fixture.await(() -> open.size() == expected);
            open.forEach(DecodedBatch::close);
            source.close();
        }
    }

    @Test
    void cancelAtAnyMomentLeavesNothing() {
        for (int round = 0; round < 300; round++) {
            try (ParquetFixture fixture = new ParquetFixture(16 << 20).batchRows(20_000)) {
                S3Path path = fixture.files.put("large", large);
                ParquetBatchSource source = fixture.open(List.of(path)).block();
                Received<DecodedBatch> running = Received.from(source.next());
                int spins = round * 37 % 1_000;
                for (int i = 0; i < spins * 20; i++) {
                    Thread.onSpinWait();
                }
                running.cancel();
                source.close();
                // What arrived before the cancel is the receiver's to close; the decode thread is done once nothing
                // else is held.
                fixture.scheduler.disposeGracefully().block(Duration.ofSeconds(20));
                running.values().forEach(DecodedBatch::close);
            }
        }
    }

    @Test
    void aClosedSourceAnswersWithAnError() {
        try (ParquetFixture fixture = new ParquetFixture()) {
            S3Path path = fixture.files.put("large", large);
            ParquetBatchSource source = fixture.open(List.of(path)).block();
            source.close();
            source.close();
            StepVerifier.create(source.next()).verifyError(CancellationException.class);
        }
    }

    @Test
    void nothingIsReadBeforeDemand() {
        try (ParquetFixture fixture = new ParquetFixture()) {
            S3Path path = fixture.files.put("large", large);
            ParquetBatchSource source = fixture.open(List.of(path, path)).block();
            int footers = fixture.files.requests.get();
            StepVerifier.create(source.next(), 0)
                    .expectSubscription()
                    .expectNoEvent(Duration.ofMillis(50))
                    .thenCancel()
                    .verify();
            assertThat(footers).isEqualTo(1);
            assertThat(fixture.files.requests.get()).isEqualTo(footers);
        }
    }

    @Test
    void aFileOfOtherColumnsIsRefusedByName() throws Exception {
        try (DuckDb duck = new DuckDb();
                ParquetFixture fixture = new ParquetFixture()) {
            Path other = duck.copy("SELECT 1 AS id", directory.resolve("other.parquet"), "");
            S3Path first = fixture.files.put("large", large);
            S3Path second = fixture.files.put("other", Files.readAllBytes(other));
            assertThatThrownBy(() -> fixture.rows(List.of(first, second)))
                    .isInstanceOf(MalformedResultException.class)
                    .hasMessageContaining("s3://bucket/other");
        }
    }
}
