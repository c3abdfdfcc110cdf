package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.bench.harness.BenchException;
import dev.sluice.bench.harness.Harness;
import dev.sluice.bench.report.Figure;
import dev.sluice.bench.report.Report;
import dev.sluice.bench.report.Targets;
import dev.sluice.bench.report.Unit;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
        Path file = directory.resolve("no/such/r.json");

        assertThat(run(() -> report(0.9), "--json", file.toString())).isEqualTo(1);
        assertThat(text(err)).contains("cannot write");
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
        protected Report measure(Harness harness) {
            return found.get();
        }
    }
}
