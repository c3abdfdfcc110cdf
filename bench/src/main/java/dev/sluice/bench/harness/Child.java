package dev.sluice.bench.harness;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A process of this program's own. Its stderr is ours, its stdout carries messages, and the end of its stdin tells it to go:
 * so a child never outlives its parent, however that ends.
 */
final class Child implements AutoCloseable {
    private static final long GRACE_SECONDS = 20;
    private final String name;
    private final Process process;
    private final BufferedReader output;

    private Child(String name, Process process) {
        this.name = name;
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    static Child start(String name, List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            return new Child(name, process);
        } catch (IOException e) {
            throw new BenchException("Cannot start " + name + ": " + e.getMessage(), e);
        }
    }

    long pid() {
        return process.pid();
    }

    /** The child's next message; null when it has closed its stdout. */
    @Nullable
    JsonNode receive() {
        try {
            return ChildLine.receive(output);
        } catch (IOException e) {
            throw new BenchException("Cannot read what " + name + " says: " + e.getMessage(), e);
        }
    }

    int awaitExit() {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("Interrupted while waiting for " + name, e);
        }
    }

    @Override
    public void close() {
        try {
            process.outputWriter().close();
            if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            // Its stdin is broken: it is gone or about to go.
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
