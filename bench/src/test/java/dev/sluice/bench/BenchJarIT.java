package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The executable jar as a user runs it: it starts its own children. */
@Timeout(240)
class BenchJarIT {
    private static final Path JAR = Path.of("target", "bench.jar").toAbsolutePath();

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"unload", "csv", "pages"})
    void smallRunArrivesWholeAndKeepsTheLimit(String path) throws IOException, InterruptedException {
        Path json = directory.resolve("report.json");

        Result result = bench(
                "memory", "--rows", "20000", "--limit", "16MiB", "--path", path, "--check", "--json", json.toString());

        assertThat(result.exit()).as(result.out() + result.err()).isZero();
        assertThat(result.out())
                .containsPattern("memory.accountedOverLimit +<= 1.000 +0\\.\\d+ +ok")
                .containsPattern("memory.missingRows .* 0 +ok")
                .containsPattern("memory.checksumMismatches .* 0 +ok")
                .containsPattern("memory.rssGrowth .* skipped");
        JsonNode report = new ObjectMapper().readTree(json.toFile());
        assertThat(report.at("/cases/1/trials/0/rows").asLong()).isEqualTo(20_000);
        assertThat(report.at("/cases/1/trials/0/accounted_peak").asLong()).isBetween(1L, 16L << 20);
        assertThat(report.at("/cases/1/trials/0/rss_peak").asLong()).isGreaterThan(50L << 20);
    }

    @Test
    void clientThatCannotStartIsAFailedRunNotAHang() throws IOException, InterruptedException {
        Result result = bench("memory", "--rows", "100", "--jvm-flag", "-XX:NoSuchFlag");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.err()).contains("failed: exit code 1, no figures");
    }

    @Test
    void helpListsTheSuites() throws IOException, InterruptedException {
        Result result = bench("--help");

        assertThat(result.exit()).isZero();
        assertThat(result.out()).contains("memory").doesNotContain("memory-client");
    }

    private Result bench(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", JAR.toString()));
        command.addAll(Arrays.asList(arguments));
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(200, TimeUnit.SECONDS))
                    .as("the run ends")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private record Result(int exit, String out, String err) {}
}
