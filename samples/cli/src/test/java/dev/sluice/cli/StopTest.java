package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.LocalAthena;
import dev.sluice.testkit.s3.LocalS3;
import dev.sluice.testkit.scripted.Gate;
import dev.sluice.testkit.scripted.ScriptedEngine;
import dev.sluice.testkit.scripted.ScriptedRows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How the command ends before its query does. */
@Timeout(60)
class StopTest {
    private final ScriptedEngine engine = ScriptedEngine.create();
    private LocalAthena athena;
    private CommandRun run;

    @BeforeEach
    void start() {
        athena = LocalAthena.builder().engine(engine).start();
        run = new CommandRun().with("--endpoint", athena.endpoint().toString());
        System.setProperty("aws.accessKeyId", LocalS3.ACCESS_KEY_ID);
        System.setProperty("aws.secretAccessKey", LocalS3.SECRET_ACCESS_KEY);
        System.setProperty("aws.region", LocalS3.REGION);
    }

    @AfterEach
    void stop() {
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
        System.clearProperty("aws.region");
        athena.close();
    }

    @Test
    void interruptStopsTheRunningQueryOnceAndExitsAsAShellExpects() throws ExecutionException, InterruptedException {
        Gate never = Gate.closed();
        engine.when("FROM slow").runningUntil(never);
        CompletableFuture<Integer> exit =
                CompletableFuture.supplyAsync(() -> run.execute("sql", "SELECT 1 FROM slow", "--path", "csv"));
        never.awaitReached(Duration.ofSeconds(20));

        run.interrupts.interrupt();

        assertThat(athena.calls("StopQueryExecution")).hasSize(1); // before the interrupt's hook ends
        assertThat(exit.get()).isEqualTo(130);
        assertThat(athena.calls("StopQueryExecution")).hasSize(1);
        assertThat(run.outText()).isEmpty();
        assertThat(run.errText()).isEmpty();
    }

    @Test
    void interruptLeavesNoHalfFile(@TempDir Path directory) throws ExecutionException, InterruptedException {
        Gate never = Gate.closed();
        engine.when("FROM slow").runningUntil(never);
        String file = directory.resolve("rows.csv").toString();
        CompletableFuture<Integer> exit =
                CompletableFuture.supplyAsync(() -> run.execute("sql", "SELECT 1 FROM slow", "--output", file));
        never.awaitReached(Duration.ofSeconds(20));

        run.interrupts.interrupt();

        assertThat(directory).isEmptyDirectory();
        assertThat(exit.get()).isEqualTo(130);
    }

    @Test
    void interruptAfterTheEndFindsNothingToDo() {
        engine.when("FROM quick").returns(ScriptedRows.of("a", "integer").row(1));
        assertThat(run.execute("sql", "SELECT a FROM quick", "--path", "csv", "--format", "csv"))
                .isZero();

        run.interrupts.interrupt();

        assertThat(run.outText()).isEqualTo("a\n1\n");
        assertThat(athena.calls("StopQueryExecution")).isEmpty();
    }

    @Test
    void timeoutStopsTheQueryAndFails() {
        engine.when("FROM slow").runningUntil(Gate.closed());

        assertThat(run.execute("sql", "SELECT 1 FROM slow", "--timeout", "300ms"))
                .isEqualTo(1);

        assertThat(athena.calls("StopQueryExecution")).hasSize(1);
        assertThat(run.errText().lines()).hasSize(1);
        assertThat(run.errText()).contains("state RUNNING");
    }

    @Test
    void faultOfTheServiceSaysThatItMaySucceedIfRunAgain() {
        engine.when("FROM broken").fails(1, 1, true, "INTERNAL_ERROR");

        assertThat(run.execute("sql", "SELECT 1 FROM broken")).isEqualTo(1);

        assertThat(run.errText()).contains("INTERNAL_ERROR", "category system", "may succeed if run again");
        assertThat(athena.calls("StopQueryExecution")).isEmpty();
    }
}
