package dev.sluice.bench;

import dev.sluice.bench.harness.BenchException;
import dev.sluice.bench.harness.Harness;
import dev.sluice.bench.harness.JvmCommand;
import dev.sluice.bench.report.Report;
import dev.sluice.bench.report.ReportJson;
import dev.sluice.bench.report.ReportText;
import dev.sluice.bench.report.TargetOutcome;
import dev.sluice.bench.report.Targets;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A suite: a command that measures and states figures. What every suite has in common (the table, the JSON file, the check
 * against the targets, the exit code) is here; a new suite only says how it measures, and is listed in {@link BenchCommand}.
 */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
public abstract class Suite implements Callable<Integer> {
    /** Exit code: the run is whole, and no target that was asked for is missed. */
    public static final int OK = 0;
    /** Exit code: a target is missed, or the run could not be measured. */
    public static final int MISS = 1;

    @Option(names = "--json", paramLabel = "FILE", description = "Write every trial and figure to this file.")
    private @Nullable Path json;

    @Option(names = "--check", description = "Hold the figures against the reviewed targets; exit code 1 on a miss.")
    private boolean check;

    private CommandSpec spec = CommandSpec.create();
    private Targets targets = Targets.reviewed();
    private PrintStream out = System.out;
    private PrintStream err = System.err;

    /** For the suites. */
    protected Suite() {}

    @Spec
    final void spec(CommandSpec ofPicocli) {
        this.spec = ofPicocli;
    }

    /**
     * Refuses options that could not be measured, before anything is started.
     *
     * @param holds whether all is well
     * @param otherwise what must hold
     * @throws ParameterException if it does not
     */
    protected final void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }

    /** Checks the suite's own options with {@link #require}. */
    protected abstract void checkOptions();

    /**
     * Runs the suite's cases.
     *
     * @param harness runs servers and cases
     * @return what was found
     */
    protected abstract Report measure(Harness harness);

    final Suite with(Targets otherTargets, PrintStream otherOut, PrintStream otherErr) {
        this.targets = otherTargets;
        this.out = otherOut;
        this.err = otherErr;
        return this;
    }

    @Override
    public final Integer call() {
        checkOptions();
        Path directory = json == null ? null : json.toAbsolutePath().getParent();
        require(directory == null || Files.isWritable(directory), "--json: " + directory + " can't be written to");
        Report report;
        try {
            report = measure(new Harness(new JvmCommand(BenchCommand.class), err));
        } catch (BenchException e) {
            err.println("bench: " + e.getMessage());
            return MISS;
        }
        List<TargetOutcome> outcomes = check ? targets.check(report) : List.of();
        out.print(ReportText.render(report));
        if (check) {
            out.println();
            out.print(ReportText.render(outcomes));
        }
        if (json != null) {
            try {
                ReportJson.write(json, report, outcomes);
            } catch (IOException e) {
                err.println("bench: cannot write " + json + ": " + e.getMessage());
                return MISS;
            }
        }
        boolean missed = outcomes.stream().anyMatch(outcome -> outcome.verdict() == TargetOutcome.Verdict.MISS);
        return missed ? MISS : OK;
    }
}
