package dev.sluice.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.bench.report.TargetOutcome.Verdict;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TargetsTest {
    @Test
    void boundIsPartOfWhatIsGood() throws IOException {
        Targets targets = read("{\"suite\":\"s\",\"figure\":\"ratio\",\"atMost\":1.05,\"atLeast\":0.95,\"why\":\"w\"}");

        assertThat(verdict(targets, 10, figure("ratio", 1.05))).isEqualTo(Verdict.OK);
        assertThat(verdict(targets, 10, figure("ratio", 0.95))).isEqualTo(Verdict.OK);
        assertThat(verdict(targets, 10, figure("ratio", 1.0501))).isEqualTo(Verdict.MISS);
        assertThat(verdict(targets, 10, figure("ratio", 0.9499))).isEqualTo(Verdict.MISS);
    }

    @Test
    void figureThatIsNotStatedIsMissed() throws IOException {
        Targets targets = read("{\"suite\":\"s\",\"figure\":\"ratio\",\"atMost\":1,\"why\":\"w\"}");

        assertThat(verdict(targets, 10, figure("other", 0))).isEqualTo(Verdict.MISS);
    }

    @Test
    void runThatIsTooSmallIsSkippedNotPassed() throws IOException {
        Targets targets = read("{\"suite\":\"s\",\"figure\":\"ratio\",\"atMost\":1,\"fromScale\":100,\"why\":\"w\"}");

        assertThat(verdict(targets, 99, figure("ratio", 5))).isEqualTo(Verdict.SKIPPED);
        assertThat(verdict(targets, 100, figure("ratio", 5))).isEqualTo(Verdict.MISS);
    }

    @Test
    void targetsOfOtherSuitesAreNotAsked() throws IOException {
        Targets targets = read("{\"suite\":\"other\",\"figure\":\"ratio\",\"atMost\":1,\"why\":\"w\"}");

        assertThat(targets.check(report(10, figure("ratio", 5)))).isEmpty();
    }

    @Test
    void misspeltBoundAndMissingBoundAreRefused() {
        assertThatThrownBy(() -> read("{\"suite\":\"s\",\"figure\":\"f\",\"atmost\":1,\"atLeast\":0,\"why\":\"w\"}"))
                .hasMessageContaining("atmost");
        assertThatThrownBy(() -> read("{\"suite\":\"s\",\"figure\":\"f\",\"why\":\"w\"}"))
                .hasMessageContaining("has no bound");
        assertThatThrownBy(() -> read("{\"figure\":\"f\",\"atMost\":1,\"why\":\"w\"}"))
                .isInstanceOf(IOException.class);
    }

    @Test
    void reviewedFileHoldsTheMemorySuite() {
        List<TargetOutcome> outcomes = Targets.reviewed()
                .check(new Report("memory", Instant.EPOCH, Map.of(), 10_000_000, List.of(), List.of()));

        assertThat(outcomes)
                .extracting(outcome -> outcome.target().figure())
                .containsExactly("accountedOverLimit", "missingRows", "checksumMismatches", "rssGrowth");
        assertThat(outcomes).allMatch(outcome -> outcome.verdict() == Verdict.MISS);
    }

    private static Targets read(String target) throws IOException {
        String json = "{\"targets\":[" + target + "]}";
        return Targets.read(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
    }

    private static Verdict verdict(Targets targets, long scale, Figure figure) {
        List<TargetOutcome> outcomes = targets.check(report(scale, figure));
        assertThat(outcomes).hasSize(1);
        return outcomes.get(0).verdict();
    }

    private static Report report(long scale, Figure figure) {
        return new Report("s", Instant.EPOCH, Map.of(), scale, List.of(), List.of(figure));
    }

    private static Figure figure(String name, double value) {
        return new Figure(name, value, Unit.RATIO, "for the test");
    }
}
