package dev.sluice.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.reader.fake.FakeAthena;
import dev.sluice.reader.fake.MemoryFiles;
import dev.sluice.reader.fake.Pages;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

/** What an application sees of a query through Micrometer. */
class ObservationTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final FakeAthena athena = new FakeAthena();
    private final ObservationRegistry registry = ObservationRegistry.create();
    private final List<Observation.Context> stopped = new CopyOnWriteArrayList<>();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private AthenaReader reader;

    @BeforeEach
    void observe() {
        registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {
            @Override
            public void onEvent(Observation.Event event, Observation.Context context) {
                events.add(event.getName());
            }

            @Override
            public void onStop(Observation.Context context) {
                stopped.add(context);
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        athena.fallback = FakeAthena.states("SUCCEEDED");
        athena.onPage = new Pages().column("id", "bigint").header().row("1").serve();
        reader = AthenaReader.builder()
                .athena(athena)
                .fileSystem(new MemoryFiles())
                .workGroup("wg")
                .pollBackoff(new PollBackoff(Duration.ofMillis(1), Duration.ofMillis(5), 1.5, 0.2))
                .observationRegistry(registry)
                .build();
    }

    @AfterEach
    void close() {
        reader.closeAsync().block(SOON);
    }

    private String value(String key) {
        Observation.Context context = stopped.get(0);
        KeyValue low = context.getLowCardinalityKeyValue(key);
        KeyValue found = low == null ? context.getHighCardinalityKeyValue(key) : low;
        return found == null ? null : found.getValue();
    }

    private AthenaQuery query() {
        return reader.sql("SELECT secret").pages();
    }

    @Test
    void aQueryThatIsReadIsASuccessWithItsEvents() {
        query().rows(row -> row.getLong(0)).blockLast(SOON);
        Await.until(() -> stopped.size() == 1);
        assertThat(stopped.get(0).getName()).isEqualTo("sluice.query");
        assertThat(value("db.system.name")).isEqualTo("aws.athena");
        assertThat(value("db.namespace")).isEqualTo("none");
        assertThat(value("sluice.workgroup")).isEqualTo("wg");
        assertThat(value("sluice.outcome")).isEqualTo("success");
        assertThat(value("error.type")).isEqualTo("none");
        assertThat(value("sluice.query_execution_id")).isEqualTo("q1");
        assertThat(events).containsExactly("query.started", "query.completed", "first.batch");
        assertThat(stopped.get(0).getAllKeyValues().toString()).doesNotContain("secret");
    }

    @Test
    void anErrorIsNamed() {
        athena.fallback = FakeAthena.states("FAILED");
        StepVerifier.create(query().rows(row -> 1))
                .expectError(QueryFailedException.class)
                .verify(SOON);
        Await.until(() -> stopped.size() == 1);
        assertThat(value("sluice.outcome")).isEqualTo("error");
        assertThat(value("error.type")).isEqualTo("QueryFailedException");
        assertThat(stopped.get(0).getError()).isInstanceOf(QueryFailedException.class);
    }

    @Test
    void aCancelStopsTheObservationToo() {
        athena.fallback = FakeAthena.states("RUNNING");
        StepVerifier.create(query().rows(row -> 1))
                .expectSubscription()
                .then(() -> Await.until(() -> athena.batches.size() > 1))
                .thenCancel()
                .verify(SOON);
        Await.until(() -> stopped.size() == 1);
        assertThat(value("sluice.outcome")).isEqualTo("cancelled");
    }

    @Test
    void theParentComesFromTheSubscribersContext() {
        Observation parent = Observation.start("outer", registry);
        query().rows(row -> 1)
                .contextWrite(context -> context.put("micrometer.observation", parent))
                .blockLast(SOON);
        Await.until(() -> stopped.size() == 1);
        assertThat(stopped.get(0).getParentObservation()).isSameAs(parent);
        parent.stop();
    }
}
