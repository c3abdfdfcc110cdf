package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The program: its arguments, what it prints, and that it can be stopped. */
class LocalAthenaMainTest {
    private final LocalAthenaMain program = new LocalAthenaMain();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine commandLine =
            new CommandLine(program).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @Test
    void helpTellsItsOptions() {
        assertThat(commandLine.execute("--help")).isZero();
        assertThat(out.toString()).contains("--port=PORT", "--data=DIR", "--demo-rows=N");
        assertThat(commandLine.execute("--version")).isZero();
    }

    @Test
    void servesUntilStopped() throws Exception {
        CompletableFuture<Integer> exit =
                CompletableFuture.supplyAsync(() -> commandLine.execute("--port", "0", "--demo-rows", "0"));
        Queries.eventually("banner", () -> out.toString().contains("path-style"));
        Matcher endpoint = Pattern.compile("http://127\\.0\\.0\\.1:\\d+").matcher(out.toString());
        assertThat(endpoint.find()).isTrue();
        assertThat(out.toString()).contains("s3://athena-results/", "AWS_ACCESS_KEY_ID=AKIALOCAL", "Ctrl-C");
        assertThat(status(endpoint.group())).as("an unsigned request to S3").isEqualTo(403);

        program.stop();
        assertThat(exit.get(20, TimeUnit.SECONDS)).isZero();
    }

    private static int status(String uri) throws IOException {
        return ((HttpURLConnection)
                        URI.create(uri + "/athena-results/none").toURL().openConnection())
                .getResponseCode();
    }

    @Test
    void wrongArgumentsEndWithAMessage(@TempDir Path directory) {
        assertThat(commandLine.execute("--data", directory.resolve("none").toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("is not a directory");
        assertThat(commandLine.execute("--demo-rows", "-1")).isEqualTo(2);
        assertThat(err.toString()).contains("must not be negative");
        try (LocalAthena other = LocalAthena.start()) {
            String port = String.valueOf(other.endpoint().getPort());
            assertThat(commandLine.execute("--port", port)).isEqualTo(2);
            assertThat(err.toString()).contains("Cannot listen on port " + port);
        }
    }
}
