package dev.sluice.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs the command in this process, as a shell would. */
final class CommandRun {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final ByteArrayOutputStream err = new ByteArrayOutputStream();
    final Interrupts interrupts = new Interrupts();
    private final List<String> before = new ArrayList<>();
    private OutputStream stdout = out;
    private Map<String, String> environment = Map.of();
    private final Set<String> terminals = new java.util.HashSet<>();

    /** Arguments that stand behind each subcommand. */
    CommandRun with(String... arguments) {
        before.addAll(Arrays.asList(arguments));
        return this;
    }

    CommandRun environment(Map<String, String> variables) {
        environment = variables;
        return this;
    }

    CommandRun terminal(String stream) {
        terminals.add(stream);
        return this;
    }

    /** Stdout fails after so many bytes, as a pipe does whose reader has left. */
    CommandRun pipeThatBreaksAfter(int bytes) {
        stdout = new OutputStream() {
            private int left = bytes;

            @Override
            public void write(int value) throws IOException {
                if (left-- <= 0) {
                    throw new IOException("Broken pipe");
                }
            }
        };
        return this;
    }

    int execute(String... arguments) {
        List<String> words = new ArrayList<>(Arrays.asList(arguments));
        words.addAll(1, before);
        Shell shell = new Shell(
                stdout,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                environment,
                Path.of("/nonexistent"),
                terminals.contains("stdout"),
                terminals.contains("stderr"),
                interrupts);
        return SluiceCommand.commandLine(shell).execute(words.toArray(String[]::new));
    }

    String outText() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String errText() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
