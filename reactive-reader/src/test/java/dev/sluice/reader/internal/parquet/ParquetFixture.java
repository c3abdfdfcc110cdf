package dev.sluice.reader.internal.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.S3FileSystem;
import dev.sluice.fs.S3Path;
import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.reader.TimestampUnit;
import dev.sluice.reader.internal.arrow.DecodedBatch;
import dev.sluice.reader.internal.arrow.ResultMemory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Reads files of a {@link MemoryFileSystem} under a limit, and proves that nothing is left behind. */
final class ParquetFixture implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    final MemoryFileSystem files = new MemoryFileSystem();
    final ByteBudget budget;
    final BufferAllocator allocator = new RootAllocator();
    final ResultMemory memory;
    final Scheduler scheduler = Schedulers.newSingle("decode");
    private S3FileSystem fileSystem = files;
    private int batchRows = 10_000;
    private TimestampUnit unit = TimestampUnit.MICROSECOND;

    ParquetFixture(long limit) {
        budget = ByteBudget.ofBytes(limit);
        memory = new ResultMemory(budget, allocator);
    }

    ParquetFixture() {
        this(64L << 20);
    }

    ParquetFixture fileSystem(S3FileSystem other) {
        fileSystem = other;
        return this;
    }

    ParquetFixture batchRows(int rows) {
        batchRows = rows;
        return this;
    }

    ParquetFixture unit(TimestampUnit timestampUnit) {
        unit = timestampUnit;
        return this;
    }

    Mono<ParquetBatchSource> open(List<S3Path> paths) {
        return ParquetBatchSource.open(
                fileSystem, ReadOptions.defaults(), paths, new ParquetOptions(batchRows, unit), memory, scheduler);
    }

    /** Reads all batches, one open at a time. */
    Schema read(List<S3Path> paths, Consumer<VectorSchemaRoot> consumer) {
        ParquetBatchSource source = open(paths).block(PATIENCE);
        try {
            while (true) {
                DecodedBatch batch = source.next().block(PATIENCE);
                if (batch == null) {
                    return source.schema();
                }
                try (batch) {
                    assertThat(batch.memory().bytes())
                            .as("bytes held by a settled batch")
                            .isEqualTo(batch.memory().allocator().getAllocatedMemory());
                    consumer.accept(batch.vectors());
                }
            }
        } finally {
            source.close();
        }
    }

    /** All rows as plain objects. */
    List<List<Object>> rows(List<S3Path> paths) {
        List<List<Object>> rows = new ArrayList<>();
        read(paths, root -> ArrowValues.rows(root, rows));
        return rows;
    }

    /** Waits for what other threads do; gives up silently, so that the assertion behind it says what is wrong. */
    void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(100_000);
        }
    }

    void assertNothingHeld() {
        await(() -> budget.inUse() == 0 && allocator.getAllocatedMemory() == 0);
        assertThat(budget.inUse()).as("bytes in use").isZero();
        assertThat(allocator.getAllocatedMemory()).as("allocated bytes").isZero();
        assertThat(budget.peak()).as("peak").isLessThanOrEqualTo(budget.limit());
    }

    @Override
    public void close() {
        try {
            assertNothingHeld();
        } finally {
            scheduler.dispose();
            allocator.close();
        }
    }
}
