package dev.sluice.bench;

import dev.sluice.bench.memory.MemoryClient;
import dev.sluice.bench.memory.MemoryServer;
import dev.sluice.bench.memory.MemorySuite;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code bench} command: lists the suites and runs one. */
@Command(
        name = "bench",
        description = "Measures Sluice, each case in a fresh JVM with the servers in another process.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "SUITE",
        commandListHeading = "%nSuites:%n",
        // The hidden ones are what a suite starts in processes of its own.
        subcommands = {MemorySuite.class, MemoryClient.class, MemoryServer.class})
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
