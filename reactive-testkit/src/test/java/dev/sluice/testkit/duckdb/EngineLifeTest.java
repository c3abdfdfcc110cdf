package dev.sluice.testkit.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.engine.EngineResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streaming, cancelling, several at once, closing. */
@Timeout(60)
class EngineLifeTest {
    private static final long ENDLESS = 100_000_000_000L;

    @TempDir
    Path directory;

    @Test
    void rowsAreStreamedSoThatTheFirstOfAHundredBillionComesAtOnce() throws Exception {
        try (EngineFixture fixture = new EngineFixture(
                        directory, builder -> builder.demoRows(ENDLESS).memoryLimitBytes(100_000_000));
                EngineResult result = fixture.run("SELECT * FROM pypi.downloads")) {
            Iterator<Object[]> rows = ((EngineResult.Rows) result).rows();
            for (int i = 0; i < 1_000; i++) {
                assertThat(rows.next()).hasSize(15);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(DISTINCT file_name) FROM pypi.downloads",
                "SELECT max(size_bytes) FROM pypi.downloads",
                "UNLOAD (SELECT project FROM pypi.downloads) TO 's3://results/x/' WITH (format = 'PARQUET')",
                "CREATE TABLE t AS SELECT project FROM pypi.downloads"
            })
    void anInterruptCancelsSoon(String sql) throws Exception {
        try (EngineFixture fixture = new EngineFixture(directory, builder -> builder.demoRows(ENDLESS))) {
            assertThat(fixture.text("SELECT 1")).isEqualTo("1");
            CountDownLatch started = new CountDownLatch(1);
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread thread = new Thread(() -> {
                started.countDown();
                thrown.set(catchThrowable(() -> fixture.run(sql).close()));
            });
            thread.start();
            started.await();
            // Wherever the interrupt finds the statement, in its analysis or far into its run, it must end.
            thread.join(300);
            assertThat(thread.isAlive()).as("runs until it is cancelled").isTrue();
            long from = System.nanoTime();
            thread.interrupt();
            thread.join(20_000);
            assertThat(thread.isAlive()).isFalse();
            assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(10));
            assertThat(fixture.text("SELECT 2")).isEqualTo("2");
        }
    }

    @Test
    void anInterruptBeforeTheStatementRunsIsNotLost() throws Exception {
        try (EngineFixture fixture = new EngineFixture(directory, builder -> builder.demoRows(ENDLESS))) {
            assertThat(fixture.text("SELECT 1")).isEqualTo("1");
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread thread = new Thread(() -> {
                Thread.currentThread().interrupt();
                thrown.set(catchThrowable(() -> fixture.run("SELECT max(size_bytes) FROM pypi.downloads")
                        .close()));
            });
            thread.start();
            thread.join(20_000);
            assertThat(thread.isAlive()).isFalse();
            assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        }
    }

    @Test
    void closingAHalfReadResultFreesIt() throws Exception {
        try (EngineFixture fixture = new EngineFixture(directory, builder -> builder.demoRows(ENDLESS))) {
            for (int i = 0; i < 10; i++) {
                EngineResult result = fixture.run("SELECT project FROM pypi.downloads");
                assertThat(((EngineResult.Rows) result).rows().hasNext()).isTrue();
                result.close();
                result.close();
            }
            assertThat(fixture.text("SELECT 2")).isEqualTo("2");
        }
    }

    @Test
    void statementsRunSideBySide() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (EngineFixture fixture = new EngineFixture(directory)) {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                int number = i;
                answers.add(threads.submit(() -> {
                    fixture.files("CREATE TABLE t" + number + " AS SELECT " + number + " AS a");
                    return fixture.text("SELECT sum(a) + count(*) FROM t" + number + " CROSS JOIN pypi.calendar");
                }));
            }
            for (int i = 0; i < 16; i++) {
                assertThat(answers.get(i).get(60, TimeUnit.SECONDS)).isEqualTo(Integer.toString(1_000 * i + 1_000));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void memoryThatDoesNotSufficeIsAnErrorOfTheService() throws Exception {
        try (EngineFixture fixture = new EngineFixture(
                directory, builder -> builder.demoRows(20_000_000).memoryLimitBytes(60_000_000))) {
            EngineException failure = fixture.failure("SELECT array_agg(file_name) FROM pypi.downloads");
            assertThat(failure).hasMessageContaining("EXCEEDED_LOCAL_MEMORY_LIMIT");
            assertThat(failure.errorCategory()).isEqualTo(EngineException.SYSTEM);
        }
    }

    @Test
    void nothingLeavesTheMachine() throws Exception {
        try (EngineFixture fixture = new EngineFixture(directory)) {
            assertThat(fixture.failure("SELECT * FROM read_parquet")).hasMessageStartingWith("TABLE_NOT_FOUND");
            assertThat(fixture.failure("SELECT * FROM TABLE(read_csv('/etc/passwd'))"))
                    .isNotNull();
        }
    }

    @Test
    void aClosedEngineRefusesStatements() throws Exception {
        EngineFixture fixture = new EngineFixture(directory);
        assertThat(fixture.text("SELECT 1")).isEqualTo("1");
        fixture.close();
        fixture.close();
        assertThatThrownBy(() -> fixture.run("SELECT 1")).isInstanceOf(EngineException.class);
    }

    @Test
    void anEngineThatRanNothingClosesToo() {
        EngineFixture fixture = new EngineFixture(directory);
        fixture.close();
        assertThat(fixture.refusal("SELECT FROM")).isNotNull();
    }
}
