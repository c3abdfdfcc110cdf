package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.LocalAthena;
import dev.sluice.testkit.s3.LocalS3;
import dev.sluice.testkit.scripted.Gate;
import dev.sluice.testkit.scripted.ScriptedEngine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The executable jar as a user runs it: a process of its own, without a flag. */
@Timeout(180)
class SluiceJarIT {
    private static final Path JAR = Path.of("target", "sluice.jar").toAbsolutePath();

    @TempDir
    private Path home;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endWhatIsLeft() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void embeddedAthenaServesAQueryThroughUnloadWithoutNoise() throws Exception {
        Process process = sluice(
                "sql",
                "SELECT count(*) AS n FROM pypi.downloads",
                "--path",
                "unload",
                "--format",
                "csv",
                "--local",
                "--rows",
                "1000");

        assertThat(read(process.getInputStream())).isEqualTo("n\n1000\n");
        assertThat(read(process.getErrorStream())).isEmpty();
        assertThat(exit(process)).isZero();
    }

    @Test
    void withoutAwsSettingsTheEmbeddedAthenaIsUsedAndSaysSo() throws Exception {
        Process process = sluice("sql", "SELECT 1 AS a", "--format", "ndjson", "--rows", "1");

        assertThat(read(process.getInputStream())).isEqualTo("{\"a\":1}\n");
        assertThat(read(process.getErrorStream()).lines())
                .hasSize(1)
                .first()
                .asString()
                .contains("embedded Athena");
        assertThat(exit(process)).isZero();
    }

    @Test
    void versionIsTheJars() throws Exception {
        Process process = sluice("--version");

        assertThat(read(process.getInputStream())).matches("sluice \\d+\\.\\d+\\.\\d+.*\n");
        assertThat(exit(process)).isZero();
    }

    @Test
    void readerThatHasEnoughEndsTheCommandQuietly() throws Exception {
        Path script = home.resolve("pipe.sh");
        Files.writeString(
                script,
                String.join(
                                " ",
                                String.join(" ", java()),
                                "-jar",
                                JAR.toString(),
                                "sql 'SELECT * FROM pypi.downloads' --local --rows 200000 --format csv")
                        + " | head -n 2; echo \"${PIPESTATUS[0]}\"\n");
        Process process = start(List.of("bash", script.toString()));

        List<String> lines = read(process.getInputStream()).lines().toList();
        assertThat(lines).hasSize(3).last().isEqualTo("0");
        assertThat(read(process.getErrorStream())).isEmpty();
        assertThat(exit(process)).isZero();
    }

    @Test
    void sigintStopsTheQueryInAthenaBeforeTheExit() throws Exception {
        Gate never = Gate.closed();
        ScriptedEngine engine = ScriptedEngine.create();
        engine.when("FROM slow").runningUntil(never);
        try (LocalAthena athena = LocalAthena.builder().engine(engine).start()) {
            Process process = sluice(
                    "sql",
                    "SELECT 1 AS a FROM slow",
                    "--endpoint",
                    athena.endpoint().toString(),
                    "--region",
                    "us-east-1");
            never.awaitReached(Duration.ofSeconds(60));

            assertThat(exit(start(List.of("kill", "-INT", Long.toString(process.pid())))))
                    .isZero();

            assertThat(exit(process)).isEqualTo(130);
            assertThat(athena.calls("StopQueryExecution")).hasSize(1);
            assertThat(athena.runningQueries()).isEmpty();
            assertThat(read(process.getInputStream())).isEmpty();
            assertThat(read(process.getErrorStream())).isEmpty();
        }
    }

    private Process sluice(String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if (Files.exists(Path.of("/proc/self/status"))) {
            // A build in a shell's background ignores SIGINT, and its children would inherit that.
            command.addAll(List.of("env", "--default-signal=INT"));
        }
        command.addAll(java());
        command.addAll(List.of("-jar", JAR.toString()));
        command.addAll(Arrays.asList(arguments));
        return start(command);
    }

    private Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        // A user's own AWS settings must neither help nor harm.
        builder.environment().keySet().removeIf(name -> name.startsWith("AWS_") || name.startsWith("JAVA_TOOL"));
        builder.environment().put("HOME", home.toString());
        if (command.contains("--endpoint")) {
            builder.environment().put("AWS_ACCESS_KEY_ID", LocalS3.ACCESS_KEY_ID);
            builder.environment().put("AWS_SECRET_ACCESS_KEY", LocalS3.SECRET_ACCESS_KEY);
        }
        Process process = builder.start();
        started.add(process);
        return process;
    }

    /** From JDK 24 on the JVM itself warns of the libraries' use of Unsafe, unless told otherwise; that is not our noise. */
    private static List<String> java() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return Runtime.version().feature() < 24
                ? List.of(java)
                : List.of(java, "--sun-misc-unsafe-memory-access=allow");
    }

    private static String read(InputStream stream) throws IOException {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }

    private static int exit(Process process) throws InterruptedException {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("the process ends").isTrue();
        return process.exitValue();
    }
}
