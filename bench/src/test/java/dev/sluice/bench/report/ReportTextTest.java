package dev.sluice.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTextTest {
    private static final Report REPORT = new Report(
            "memory",
            Instant.parse("2026-12-01T00:00:00Z"),
            Map.of("cores", "2", "arch", "amd64"),
            1000,
            List.of(
                    new CaseResult(
                            "unload 1,000",
                            Map.of("limit", "64 MiB"),
                            List.of(
                                    Map.of(Measurement.ROWS, 1000.0, Measurement.WALL, 3.0),
                                    Map.of(Measurement.ROWS, 1000.0, Measurement.WALL, 1.0),
                                    Map.of(Measurement.ROWS, 1000.0, Measurement.WALL, 1.5))),
                    new CaseResult("csv 1,000", Map.of(), List.of(Map.of(Measurement.RSS_PEAK, 52428800.0)))),
            List.of(new Figure("rssGrowth", 1.0214, Unit.RATIO, "peak of 1,000 by peak of 100")));
    private static final TargetOutcome MISSED = new TargetOutcome(
            new Target("memory", "rssGrowth", 1.01, null, 0, "flat memory"),
            REPORT.figures().get(0),
            TargetOutcome.Verdict.MISS);

    @Test
    void tableHasMediansInTheOrderOfTheMeasurements() {
        assertThat(ReportText.render(REPORT)).isEqualTo("""
                        suite memory on arch amd64, cores 2

                        case (medians)  trials   rows    wall  rss peak
                        unload 1,000         3  1,000  1.50 s         -
                        csv 1,000            1      -       -  50.0 MiB

                        rssGrowth = 1.021  (peak of 1,000 by peak of 100)
                        """);
    }

    @Test
    void eachTargetStandsBesideItsFigure() {
        TargetOutcome absent =
                new TargetOutcome(new Target("memory", "gone", null, 1.0, 0, "why"), null, TargetOutcome.Verdict.MISS);
        TargetOutcome skipped = new TargetOutcome(
                new Target("memory", "rssGrowth", 2.0, 0.5, 5000, "why"),
                REPORT.figures().get(0),
                TargetOutcome.Verdict.SKIPPED);

        assertThat(ReportText.render(List.of(MISSED, absent, skipped))).isEqualTo("""
                        target                         bound        figure                       verdict
                        memory.rssGrowth            <= 1.010         1.021                          MISS
                        memory.gone                 >= 1.000  not measured                          MISS
                        memory.rssGrowth  >= 0.500, <= 2.000         1.021  skipped: for runs from 5,000
                        """);
    }

    @Test
    void jsonHoldsEveryTrialAndTheVerdicts(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("report.json");

        ReportJson.write(file, REPORT, List.of(MISSED));

        JsonNode json = new ObjectMapper().readTree(file.toFile());
        assertThat(json.get("suite").asText()).isEqualTo("memory");
        assertThat(json.at("/machine/cores").asText()).isEqualTo("2");
        assertThat(json.at("/cases/0/medians/wall").asDouble()).isEqualTo(1.5);
        assertThat(json.at("/cases/0/trials")).hasSize(3);
        assertThat(json.at("/cases/0/trials/0/wall").asDouble()).isEqualTo(3.0);
        assertThat(json.at("/cases/1/trials/0/rss_peak").asDouble()).isEqualTo(52428800.0);
        assertThat(json.at("/figures/rssGrowth/value").asDouble()).isEqualTo(1.0214);
        assertThat(json.at("/targets/0/verdict").asText()).isEqualTo("MISS");
        assertThat(json.at("/targets/0/atLeast").isNull()).isTrue();
    }
}
