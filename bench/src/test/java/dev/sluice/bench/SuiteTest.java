package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.bench.harness.BenchException;
import dev.sluice.bench.harness.Harness;
import dev.sluice.bench.memory.MemorySuite;
import dev.sluice.bench.report.Figure;
import dev.sluice.bench.report.Report;
import dev.sluice.bench.report.Targets;
import dev.sluice.bench.report.Unit;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class SuiteTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void missedTargetIsExitCodeOneOnlyWhenChecked() {
        Supplier<Report> tooMuch = () -> report(1.2);

        assertThat(run(tooMuch)).isZero();
        assertThat(text(out)).contains("accountedOverLimit = 1.200").doesNotContain("MISS");
        assertThat(run(tooMuch, "--check")).isEqualTo(1);
        assertThat(text(out)).containsPattern("memory.accountedOverLimit +<= 1.000 +1.200 +MISS");
    }

    @Test
    void metTargetsAreExitCodeZero() {
        assertThat(run(() -> report(0.9), "--check")).isZero();
        assertThat(text(out)).containsPattern("memory.accountedOverLimit +<= 1.000 +0.900 +ok");
    }

    @Test
    void runThatCannotBeMeasuredSaysWhyInOneLine() {
        int exit = run(() -> {
            throw new BenchException("Case x failed: exit code 3");
        });

        assertThat(exit).isEqualTo(1);
        assertThat(text(err)).isEqualTo("bench: Case x failed: exit code 3\n");
        assertThat(text(out)).isEmpty();
    }

    @Test
    void jsonFileIsWritten(@TempDir Path directory) {
        Path file = directory.resolve("r.json");

        assertThat(run(() -> report(0.9), "--json", file.toString())).isZero();

        assertThat(file).content().contains("\"accountedOverLimit\"");
    }

    @Test
    void jsonFileThatCannotBeWrittenIsAnError(@TempDir Path directory) {
        assertThat(run(() -> report(0.9), "--json", directory.toString())).isEqualTo(1);
        assertThat(text(err)).contains("cannot write");
    }

    @Test
    void whereNoJsonFileCanBeWrittenNothingIsMeasured(@TempDir Path directory) {
        Path file = directory.resolve("no/such/r.json");
        Supplier<Report> neverMeasured = () -> {
            throw new AssertionError("measured");
        };

        assertThat(run(neverMeasured, "--json", file.toString())).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--rows 0",
                "--rows -1",
                "--trials 0",
                "--limit nonsense",
                "--limit 1KiB",
                "--heap lots",
                "--heap 0m",
                "--path jdbc"
            })
    void optionsThatCannotBeMeasuredAreRefusedBeforeAnythingStarts(String option) {
        Suite memory = new MemorySuite();
        Suite suite = memory.with(Targets.reviewed(), new PrintStream(out, true), new PrintStream(err, true));
        CommandLine command = new CommandLine(suite).setErr(new PrintWriter(err, true));

        assertThat(command.execute(option.split(" ", -1))).isEqualTo(2);
        assertThat(text(err)).contains(option.split(" ", -1)[0]).doesNotContain("starting");
    }

    private int run(Supplier<Report> found, String... arguments) {
        Suite suite =
                new FixedSuite(found).with(Targets.reviewed(), new PrintStream(out, true), new PrintStream(err, true));
        return new CommandLine(suite).execute(arguments);
    }

    private static Report report(double accounted) {
        return new Report(
                "memory",
                Instant.EPOCH,
                Map.of("cores", "2"),
                10,
                List.of(),
                List.of(
                        new Figure("accountedOverLimit", accounted, Unit.RATIO, "peak by limit"),
                        new Figure("missingRows", 0, Unit.COUNT, "of 10"),
                        new Figure("checksumMismatches", 0, Unit.COUNT, "columns")));
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }

    @Command(name = "memory")
    private static final class FixedSuite extends Suite {
        private final Supplier<Report> found;

        FixedSuite(Supplier<Report> found) {
            this.found = found;
        }

        @Override
        protected void checkOptions() {
            // has none of its own
        }

        @Override
        protected Report measure(Harness harness) {
            return found.get();
        }
    }
}
