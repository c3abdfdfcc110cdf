package dev.sluice.bench.report;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** The targets of every suite: one reviewed file, so that a figure never gets its own judge. */
public final class Targets {
    private static final String RESOURCE = "/dev/sluice/bench/targets.json";
    private final List<Target> targets;

    private Targets(List<Target> targets) {
        this.targets = List.copyOf(targets);
    }

    /**
     * Reads the file that this build carries.
     *
     * @return its targets
     */
    public static Targets reviewed() {
        try (InputStream json = Targets.class.getResourceAsStream(RESOURCE)) {
            if (json == null) {
                throw new IllegalStateException("This build has no " + RESOURCE);
            }
            return read(json);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + RESOURCE, e);
        }
    }

    /**
     * Reads targets. A field that does not exist is an error: a misspelt bound would hold nothing.
     *
     * @param json the file's bytes
     * @return its targets
     * @throws IOException if it is not what it should be
     */
    static Targets read(InputStream json) throws IOException {
        ObjectMapper mapper = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        File file = mapper.readValue(json, File.class);
        return new Targets(file.targets());
    }

    /**
     * Holds a report against the targets of its suite.
     *
     * @param report what was found
     * @return one outcome for each target, in the file's order; a figure that is not there is missed
     */
    public List<TargetOutcome> check(Report report) {
        return targets.stream()
                .filter(target -> target.suite().equals(report.suite()))
                .map(target -> outcome(target, report))
                .toList();
    }

    private static TargetOutcome outcome(Target target, Report report) {
        if (report.scale() < target.fromScale()) {
            return new TargetOutcome(
                    target, report.figure(target.figure()).orElse(null), TargetOutcome.Verdict.SKIPPED);
        }
        return report.figure(target.figure())
                .map(figure -> new TargetOutcome(
                        target,
                        figure,
                        target.isMetBy(figure.value()) ? TargetOutcome.Verdict.OK : TargetOutcome.Verdict.MISS))
                .orElseGet(() -> new TargetOutcome(target, null, TargetOutcome.Verdict.MISS));
    }

    private record File(List<Target> targets) {}
}
