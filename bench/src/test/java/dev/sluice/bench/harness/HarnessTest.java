package dev.sluice.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.bench.report.CaseResult;
import dev.sluice.bench.report.Measurement;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HarnessTest {
    private static final long MEBIBYTE = 1 << 20;
    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();
    private final JvmCommand command = new JvmCommand(TestChild.class);
    private final Harness harness = new Harness(command, new PrintStream(progress, true, StandardCharsets.UTF_8));

    @Test
    void everyTrialIsAFreshProcessWithItsMemoryMeasuredFromOutside() {
        CaseResult result = harness.run(caseOf("120", "wait-not"), 2);

        assertThat(result.trials()).hasSize(2);
        assertThat(result.trials()).allSatisfy(trial -> {
            assertThat(trial).containsEntry(Measurement.ROWS, 120.0).containsEntry(Measurement.WALL, 0.5);
            assertThat(trial.get(Measurement.RSS_HIGH_WATER)).isBetween(100.0 * MEBIBYTE, 700.0 * MEBIBYTE);
        });
        assertThat(progress.toString(StandardCharsets.UTF_8)).contains("touch trial 2 of 2: rows 120");
    }

    @Test
    void childThatFailsAfterItsFiguresIsNoResult() {
        assertThatThrownBy(() -> harness.run(caseOf("1", "exit", "3"), 1))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("exit code 3");
    }

    @Test
    void childWithoutFiguresIsNoResult() {
        assertThatThrownBy(() -> harness.run(caseOf("1", "mute"), 1))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("no figures");
    }

    @Test
    void serverSaysWhenItIsReadyAndEndsWithItsStdin() {
        ServerProcess server = harness.server(List.of(), List.of("3", "wait"));
        assertThat(server.ready().get("ROWS").asInt()).isEqualTo(3);
        ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
        assertThat(process.isAlive()).isTrue();

        server.close();

        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void serverThatDiesBeforeItIsReadyIsReported() {
        assertThatThrownBy(() -> harness.server(List.of(), List.of("1", "mute")))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("before it was ready");
    }

    @Test
    void samplerSeesTheMemoryOfAChildWhileItLives() {
        try (Child child = Child.start("child", command.with(List.of("-Xmx400m"), List.of("150", "wait")));
                RssSampler sampler = RssSampler.watch(child.pid(), Duration.ofMillis(5))) {
            assertThat(child.receive()).isNotNull(); // all memory is touched now, and the child waits
            int before = sampler.samples();
            awaitMore(sampler, before + 2);

            assertThat(sampler.peakBytes()).isBetween(150 * MEBIBYTE, 700 * MEBIBYTE);
            assertThat(sampler.highWaterBytes()).isGreaterThanOrEqualTo(sampler.peakBytes());
        }
    }

    private static void awaitMore(RssSampler sampler, int samples) {
        while (sampler.samples() < samples) { // bounded by the class's timeout
            Thread.onSpinWait();
        }
    }

    private static Case caseOf(String... arguments) {
        return new Case("touch", List.of("-Xmx400m"), List.of(arguments), Map.of());
    }
}
