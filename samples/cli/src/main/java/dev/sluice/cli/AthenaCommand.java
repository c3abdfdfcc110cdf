package dev.sluice.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the subcommands share: which Athena, how errors are told, the exit code. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false)
abstract class AthenaCommand implements Callable<Integer> {
    @Mixin
    private AthenaOptions athena = new AthenaOptions();

    @Option(names = "--quiet", description = "No progress line and no hints on stderr.")
    private boolean quiet;

    @Option(names = "--debug", description = "Stack traces of errors.")
    private boolean debug;

    private CommandSpec spec = CommandSpec.create();
    private final Shell shell;

    AthenaCommand(Shell shell) {
        this.shell = shell;
    }

    @Spec
    final void spec(CommandSpec ofPicocli) {
        this.spec = ofPicocli;
    }

    /** Does it. */
    abstract void run() throws Exception;

    @Override
    public final Integer call() {
        try {
            run();
            return shell.interrupts().isInterrupted() ? ExitCode.INTERRUPTED : ExitCode.OK;
        } catch (ParameterException e) {
            throw e; // told by picocli's handler
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            return failed(cause == null ? e : cause);
        } catch (Exception e) {
            return failed(e);
        }
    }

    private int failed(Throwable error) {
        if (shell.interrupts().isInterrupted()) {
            return ExitCode.INTERRUPTED;
        }
        if (error instanceof OutputException output && output.isBrokenPipe()) {
            return ExitCode.OK;
        }
        shell.err().println("sluice: " + Failure.line(error));
        if (debug) {
            error.printStackTrace(shell.err());
        }
        return ExitCode.FAILED;
    }

    final AthenaOptions athena() {
        return athena;
    }

    /** Writes a line to stdout. */
    final void printLine(String line) {
        try {
            shell.out().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }

    final Shell shell() {
        return shell;
    }

    final ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** A progress line if anyone would see it. */
    final @Nullable ProgressLine progressLine() {
        return shell.errIsTerminal() && !quiet ? ProgressLine.on(shell.err()) : null;
    }

    final AthenaSession open() {
        String contradiction = athena.optionThatContradictsLocal();
        if (athena.local && contradiction != null) {
            throw wrongUsage("--local and " + contradiction + " exclude each other");
        }
        boolean toLocal =
                athena.local || athena.data != null || !athena.hasAwsSettings(shell.environment(), shell.home());
        if (toLocal && !athena.local && athena.data == null && !quiet) {
            shell.err()
                    .println("sluice: no AWS settings found: using the embedded Athena and its demo tables"
                            + " (--local says so without this hint)");
        }
        if (athena.data != null && contradiction != null) {
            throw wrongUsage("--data and " + contradiction + " exclude each other");
        }
        return AthenaSession.open(athena, toLocal);
    }
}
