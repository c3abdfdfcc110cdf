package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.scripted.ScriptedEngine;
import dev.sluice.testkit.scripted.ScriptedRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Many queries, each stopped at some moment of its life: what is left agrees with the state it ended in. */
class CancelStressTest {
    private static final int QUERIES = 400;
    private static final long SEED = 20261201;

    @Test
    void cancelledQueriesLeaveNothingAndSucceededOnesAll() {
        Random random = new Random(SEED);
        ScriptedEngine engine = ScriptedEngine.create();
        engine.always().returns(ScriptedRows.of("n", "bigint").generate(3000, n -> new Object[] {n}));
        engine.when("queued").queuedFor(Duration.ofMillis(3)).requeued(1).returns(ScriptedRows.of("n", "bigint"));
        try (LocalAthena athena =
                LocalAthena.builder().engine(engine).concurrentQueries(4).start()) {
            Queries queries = new Queries(athena);
            List<String> ids = new ArrayList<>();
            List<CompletableFuture<?>> stops = new ArrayList<>();
            for (int i = 0; i < QUERIES; i++) {
                String id = queries.start(random.nextBoolean() ? "SELECT queued" : "SELECT rows");
                ids.add(id);
                LockSupport.parkNanos(random.nextInt(3_000_000));
                stops.add(athena.athenaClient().stopQueryExecution(r -> r.queryExecutionId(id)));
            }
            stops.forEach(CompletableFuture::join);
            Queries.eventually("rest", () -> athena.runningQueries().isEmpty());

            int cancelled = 0;
            for (String id : ids) {
                boolean stored =
                        athena.s3().store().get("athena-results", id + ".csv").isPresent();
                boolean described = athena.s3()
                        .store()
                        .get("athena-results", id + ".csv.metadata")
                        .isPresent();
                assertThat(athena.state(id)).isIn("CANCELLED", "SUCCEEDED");
                assertThat(stored)
                        .as("object of %s", id)
                        .isEqualTo(athena.state(id).equals("SUCCEEDED"));
                assertThat(described).as("metadata of %s", id).isEqualTo(stored);
                cancelled += stored ? 0 : 1;
            }
            assertThat(cancelled).as("some of each, or it tests nothing").isBetween(1, QUERIES - 1);
        }
    }
}
