package dev.sluice.bench;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code bench} command: lists the suites and runs one. */
@Command(
        name = "bench",
        description = "Measures Sluice, each case in a fresh JVM with the servers in another process.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "SUITE",
        commandListHeading = "%nSuites:%n")
public final class BenchCommand {
    private BenchCommand() {}

    /**
     * Runs a suite and exits with its code: 0 if all is well, 1 on a missed target or a failed run, 2 on wrong usage.
     *
     * @param arguments the command line
     */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new BenchCommand()).execute(arguments));
    }
}
