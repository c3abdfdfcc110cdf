package dev.sluice.bench.memory;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.bench.Suite;
import dev.sluice.bench.harness.Case;
import dev.sluice.bench.harness.Harness;
import dev.sluice.bench.harness.MachineFacts;
import dev.sluice.bench.harness.ServerProcess;
import dev.sluice.bench.report.CaseResult;
import dev.sluice.bench.report.Figure;
import dev.sluice.bench.report.Measurement;
import dev.sluice.bench.report.Report;
import dev.sluice.bench.report.Unit;
import dev.sluice.reader.AthenaReader;
import dev.sluice.reader.DataSize;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Streams a table of n rows and one of n/10 to records under a memory limit, and compares what that took. */
@Command(
        name = "memory",
        description = {
            "Streams PyPI-like rows to records under a memory limit, in a small JVM: every row is checked against",
            "DuckDB's own checksum, and the resident memory of n and of n/10 rows is compared."
        })
public final class MemorySuite extends Suite {
    private static final int SMALLER = 10;
    private static final Pattern HEAP = Pattern.compile("[1-9]\\d*[kmgKMG]");

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "10000000",
            description = "Rows of the larger run (default: ${DEFAULT-VALUE}); the smaller has a tenth.")
    private long rows;

    @Option(
            names = "--limit",
            paramLabel = "SIZE",
            defaultValue = "64MiB",
            description = "The reader's memory limit (default: ${DEFAULT-VALUE}).")
    private String limit = "";

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "256m",
            description = "The client JVM's heap, -Xms and -Xmx, touched before the start (default: ${DEFAULT-VALUE}).")
    private String heap = "";

    @Option(
            names = "--lazy-heap",
            description = "Let the heap grow up to --heap as the JVM likes: the resident memory then shows the garbage"
                    + " collector's taste as well.")
    private boolean lazyHeap;

    @Option(
            names = "--path",
            paramLabel = "PATH",
            defaultValue = "unload",
            description = "How the result is read: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private ReadPath path = ReadPath.unload;

    @Option(
            names = "--trials",
            paramLabel = "N",
            defaultValue = "1",
            description = "Fresh client JVMs for each size (default: ${DEFAULT-VALUE}).")
    private int trials;

    @Option(
            names = "--jvm-flag",
            paramLabel = "FLAG",
            description = "A further flag of the client JVM, for experiments; may be repeated.")
    private List<String> jvmFlags = new ArrayList<>();

    /** For picocli. */
    public MemorySuite() {}

    @Override
    protected void checkOptions() {
        require(rows >= 1, "--rows must be at least 1");
        require(trials >= 1, "--trials must be at least 1");
        require(HEAP.matcher(heap).matches(), "--heap: not a size such as 256m: '" + heap + "'");
        try {
            AthenaReader.Builder unused = AthenaReader.builder().memoryLimit(DataSize.parse(limit));
        } catch (IllegalArgumentException e) {
            require(false, "--limit: " + e.getMessage());
        }
    }

    @Override
    protected Report measure(Harness harness) {
        Instant startedAt = Instant.now();
        CaseResult small = measure(harness, Math.max(1, rows / SMALLER));
        CaseResult large = measure(harness, rows);
        return report(startedAt, small, large);
    }

    private CaseResult measure(Harness harness, long rowCount) {
        try (ServerProcess server = harness.server(
                List.of(MemoryServer.HEAP), List.of("memory-server", "--rows", Long.toString(rowCount)))) {
            JsonNode ready = server.ready();
            List<String> flags = clientFlags();
            List<String> arguments = List.of(
                    "memory-client",
                    "--endpoint",
                    ready.get("endpoint").asText(),
                    "--output-location",
                    ready.get("outputLocation").asText(),
                    "--path",
                    path.name(),
                    "--limit",
                    limit,
                    "--expect",
                    ready.get("checksum").asText());
            Map<String, String> parameters = Map.of(
                    "rows", Long.toString(rowCount),
                    "limit", limit,
                    "path", path.name(),
                    "jvmFlags", String.join(" ", flags));
            String name = String.format(Locale.ROOT, "%s %,d rows", path, rowCount);
            return harness.run(new Case(name, flags, arguments, parameters), trials);
        }
    }

    /**
     * A collector takes as much of its heap as it likes, up to the limit, and more the longer it runs (ten times the rows had
     * 1.11 times the resident memory); that says nothing of the reader. So the heap is resident from the start, and whatever
     * grows is something else: buffers, vectors, native memory.
     */
    private List<String> clientFlags() {
        List<String> flags = new ArrayList<>(
                lazyHeap ? List.of("-Xmx" + heap) : List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+AlwaysPreTouch"));
        flags.addAll(jvmFlags);
        return flags;
    }

    private Report report(Instant startedAt, CaseResult small, CaseResult large) {
        double limitBytes = DataSize.parse(limit).bytes();
        double accounted = Math.max(
                small.statistics(Measurement.ACCOUNTED_PEAK).max(),
                large.statistics(Measurement.ACCOUNTED_PEAK).max());
        double smallRss = small.statistics(Measurement.RSS_PEAK).median();
        double largeRss = large.statistics(Measurement.RSS_PEAK).median();
        List<Figure> figures = List.of(
                new Figure(
                        "accountedOverLimit",
                        accounted / limitBytes,
                        Unit.RATIO,
                        "highest accounted bytes of all trials, " + Unit.BYTES.format(accounted) + ", by the limit "
                                + limit),
                new Figure("missingRows", missing(small, large), Unit.COUNT, "rows of DuckDB's that did not arrive"),
                new Figure(
                        "checksumMismatches",
                        small.statistics(Measurement.MISMATCHES).max()
                                + large.statistics(Measurement.MISMATCHES).max(),
                        Unit.COUNT,
                        "columns, or rows as a whole, that differ from DuckDB's"),
                new Figure(
                        "rssGrowth",
                        largeRss / smallRss,
                        Unit.RATIO,
                        "median peak RSS of " + large.name() + ", " + Unit.BYTES.format(largeRss) + ", by that of "
                                + small.name() + ", " + Unit.BYTES.format(smallRss)));
        Map<String, String> machine = new TreeMap<>(MachineFacts.collect());
        machine.put("client flags", large.parameters().getOrDefault("jvmFlags", ""));
        return new Report("memory", startedAt, machine, rows, List.of(small, large), figures);
    }

    /** The largest deviation of a trial, in either direction: a row too many is as wrong as one too few. */
    private double missing(CaseResult small, CaseResult large) {
        return Math.max(deviation(small, Math.max(1, rows / SMALLER)), deviation(large, rows));
    }

    private static double deviation(CaseResult result, long expected) {
        return Math.max(
                Math.abs(expected - result.statistics(Measurement.ROWS).min()),
                Math.abs(expected - result.statistics(Measurement.ROWS).max()));
    }
}
