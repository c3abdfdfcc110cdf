package dev.sluice.bench.harness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.bench.report.CaseResult;
import dev.sluice.bench.report.Measurement;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Runs servers and cases in JVMs of their own. */
public final class Harness {
    private final JvmCommand command;
    private final PrintStream progress;

    /**
     * A harness that starts children of one program.
     *
     * @param command how to start it
     * @param progress where a line is written for each trial
     */
    public Harness(JvmCommand command, PrintStream progress) {
        this.command = command;
        this.progress = progress;
    }

    /**
     * Starts a server and waits until it is ready.
     *
     * @param jvmFlags its JVM's flags
     * @param arguments a hidden command of this program, which sends one message when it is ready and ends with its stdin
     * @return the server; the caller closes it
     */
    public ServerProcess server(List<String> jvmFlags, List<String> arguments) {
        progress.println("starting: " + String.join(" ", arguments));
        return ServerProcess.start(command.with(jvmFlags, arguments));
    }

    /**
     * Runs a case, a fresh JVM for each trial.
     *
     * @param run the case; its command sends one message: a value for each measurement, by the measurement's enum name
     * @param trials how often
     * @return the measurements of all trials, the client's memory among them
     */
    public CaseResult run(Case run, int trials) {
        List<Map<Measurement, Double>> results = new ArrayList<>();
        for (int trial = 1; trial <= trials; trial++) {
            Map<Measurement, Double> result = runOnce(run);
            StringBuilder line = new StringBuilder(run.name() + " trial " + trial + " of " + trials + ":");
            result.forEach((measurement, value) -> line.append(' ')
                    .append(measurement.label())
                    .append(' ')
                    .append(measurement.unit().format(value))
                    .append(','));
            progress.println(line.substring(0, line.length() - 1));
            results.add(result);
        }
        return new CaseResult(run.name(), run.parameters(), results);
    }

    private Map<Measurement, Double> runOnce(Case run) {
        try (Child child = Child.start("case " + run.name(), command.with(run.jvmFlags(), run.arguments()));
                RssSampler sampler = RssSampler.watch(child.pid(), RssSampler.INTERVAL)) {
            JsonNode message = child.receive();
            int exit = child.awaitExit();
            if (message == null || exit != 0) {
                throw new BenchException("Case " + run.name() + " failed: exit code " + exit
                        + (message == null ? ", no figures" : "") + "; its own words stand above");
            }
            Map<Measurement, Double> result = measurements(message);
            result.put(Measurement.RSS_PEAK, (double) sampler.peakBytes());
            // The child's own last word where it gave one: it looked later than the sampler could.
            result.merge(Measurement.RSS_HIGH_WATER, (double) sampler.highWaterBytes(), Math::max);
            return result;
        }
    }

    private static Map<Measurement, Double> measurements(JsonNode message) {
        Map<Measurement, Double> result = new EnumMap<>(Measurement.class);
        message.properties()
                .forEach(field -> result.put(
                        Measurement.valueOf(field.getKey()), field.getValue().asDouble()));
        return result;
    }
}
