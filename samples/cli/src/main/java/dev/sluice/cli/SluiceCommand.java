package dev.sluice.cli;

import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code sluice} command. */
@Command(
        name = "sluice",
        description = "Athena queries from a shell, against AWS or an embedded local Athena.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND")
public final class SluiceCommand {
    private SluiceCommand() {}

    /**
     * Runs the command and exits with its code.
     *
     * @param arguments the command line
     */
    public static void main(String[] arguments) {
        System.exit(commandLine(Shell.ofThisProcess()).execute(arguments));
    }

    static CommandLine commandLine(Shell shell) {
        return new CommandLine(new SluiceCommand())
                .addSubcommand(new SqlCommand(shell))
                .addSubcommand(new TablesCommand(shell))
                .addSubcommand(new DescribeCommand(shell))
                .setParameterExceptionHandler(SluiceCommand::wrongUsage)
                .setOut(writer(shell.out()))
                .setErr(writer(shell.err()));
    }

    /** What is wrong in one line, and where to read on: a page of options would push it off the screen. */
    private static int wrongUsage(ParameterException error, String[] arguments) {
        CommandLine command = error.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("sluice: " + error.getMessage());
        UnmatchedArgumentException.printSuggestions(error, err);
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }
}
