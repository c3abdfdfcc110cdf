package dev.sluice.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import dev.sluice.testkit.LocalAthena;
import dev.sluice.testkit.fault.Match;
import dev.sluice.testkit.s3.LocalS3;
import dev.sluice.testkit.scripted.Gate;
import dev.sluice.testkit.scripted.ScriptedEngine;
import dev.sluice.testkit.scripted.ScriptedRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;
import software.amazon.awssdk.services.athena.AthenaAsyncClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/** The extension finds what tests leave behind: for each assertion a test that must fail under it, and one that must not. */
class LocalAthenaExtensionTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final List<LocalAthena> SEEN = new ArrayList<>();

    private static LocalAthenaExtension scripted(ScriptedEngine engine) {
        return LocalAthenaExtension.of(
                        () -> LocalAthena.builder().engine(engine).start())
                .deadline(SHORT);
    }

    private static Events run(Class<?> testClass) {
        DiscoverySelector selector = selectClass(testClass);
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selector)
                .execute()
                .testEvents();
    }

    private static void failsWith(Class<?> testClass, String text) {
        Events tests = run(testClass);
        tests.assertStatistics(s -> s.started(1).failed(1));
        tests.assertThatEvents().haveExactly(1, event(test(), finishedWithFailure(message(m -> m.contains(text)))));
    }

    private static void passes(Class<?> testClass, int tests) {
        run(testClass).assertStatistics(s -> s.started(tests).succeeded(tests));
    }

    @Test
    void aProbeThatStaysAboveZeroFailsTheTest() {
        failsWith(LeakingProbe.class, "the test left something behind: bytes in use: 42");
    }

    static class LeakingProbe {
        @RegisterExtension
        final LocalAthenaExtension extension = scripted(ScriptedEngine.create());

        @Test
        void leaks(SluiceProbes probes) {
            probes.add("bytes in use", () -> 42);
        }
    }

    @Test
    void aProbeGetsTimeToComeToZero() {
        passes(SlowProbe.class, 1);
    }

    static class SlowProbe {
        @RegisterExtension
        final LocalAthenaExtension extension = scripted(ScriptedEngine.create()).deadline(Duration.ofSeconds(10));

        @Test
        void takesItsTime(SluiceProbes probes) {
            AtomicLong left = new AtomicLong(3);
            probes.add("permits", left::getAndDecrement);
            probes.add(Probe.of("nothing", () -> 0));
            assertThat(probes.awaitZero(Duration.ZERO)).containsExactly("permits: 3");
        }
    }

    @Test
    void probesOfOneTestDoNotCountForTheNext() {
        Events tests = run(TwoTests.class);
        tests.assertStatistics(s -> s.started(2).succeeded(1).failed(1));
    }

    static class TwoTests {
        @RegisterExtension
        static final LocalAthenaExtension EXTENSION = scripted(ScriptedEngine.create());

        @Test
        void leaks(SluiceProbes probes) {
            probes.add("permits", () -> 1);
        }

        @Test
        void doesNot(SluiceProbes probes) {
            probes.add("permits", () -> 0);
        }
    }

    @Test
    void aQueryThatStillRunsFailsTheTest() {
        failsWith(RunningQuery.class, "running queries: 1");
    }

    static class RunningQuery {
        private final ScriptedEngine engine = ScriptedEngine.create();

        @RegisterExtension
        final LocalAthenaExtension extension = scripted(engine);

        @Test
        void leavesAQuery(AthenaAsyncClient client) {
            engine.always().runningUntil(Gate.closed()).returns(ScriptedRows.of("n", "integer"));
            client.startQueryExecution(r -> r.queryString("SELECT 1")).join();
        }
    }

    @Test
    void aRequestThatIsStillOpenFailsTheTest() {
        failsWith(OpenRequest.class, "open requests: 1");
    }

    static class OpenRequest {
        @RegisterExtension
        final LocalAthenaExtension extension = scripted(ScriptedEngine.create());

        @Test
        void leavesARequest(LocalAthena athena, S3AsyncClient client) {
            var gate = athena.faults().on(Match.operation("ListBuckets")).thenHold();
            CompletableFuture<?> open = client.listBuckets();
            gate.awaitArrival(Duration.ofSeconds(10));
            assertThat(open).isNotDone();
        }
    }

    @Test
    void aDroppedErrorFailsTheTest() {
        failsWith(DroppedError.class, "an error was dropped: java.lang.IllegalStateException: lost");
    }

    static class DroppedError {
        @RegisterExtension
        final LocalAthenaExtension extension = scripted(ScriptedEngine.create());

        @Test
        void drops() {
            Operators.onErrorDropped(new IllegalStateException("lost"), Context.empty());
        }
    }

    @Test
    void aDroppedValueFailsTheTest() {
        failsWith(DroppedValue.class, "a value was dropped, of class java.lang.String");
    }

    static class DroppedValue {
        @RegisterExtension
        final LocalAthenaExtension extension = scripted(ScriptedEngine.create());

        @Test
        void drops() {
            Operators.onNextDropped("lost", Context.empty());
        }
    }

    @Test
    void reactorsHooksAreTakenBack() {
        passes(Idle.class, 2);
        List<Throwable> heard = new ArrayList<>();
        Hooks.onErrorDropped(heard::add);
        try {
            Operators.onErrorDropped(new IllegalStateException("after the test"), Context.empty());
        } finally {
            Hooks.resetOnErrorDropped();
        }
        assertThat(heard).hasSize(1);
    }

    @Test
    void aClassHasOneAthenaAndForgetsCallsBetweenTests() {
        SEEN.clear();
        passes(Idle.class, 2);

        assertThat(SEEN).hasSize(2);
        assertThat(SEEN.get(0)).isSameAs(SEEN.get(1));
    }

    static class Idle {
        @RegisterExtension
        static final LocalAthenaExtension EXTENSION = scripted(ScriptedEngine.create());

        @Test
        void one(LocalAthena athena, AthenaAsyncClient client, LocalS3 s3) {
            check(athena, client, s3);
        }

        @Test
        void two(LocalAthena athena, AthenaAsyncClient client, LocalS3 s3) {
            check(athena, client, s3);
        }

        private static void check(LocalAthena athena, AthenaAsyncClient client, LocalS3 s3) {
            SEEN.add(athena);
            assertThat(athena.calls()).isEmpty();
            assertThat(s3).isSameAs(athena.s3());
            assertThat(client).isSameAs(athena.athenaClient());
            athena.faults().on(Match.operation("ListWorkGroups").nth(2)).thenThrottle();
            client.listWorkGroups(r -> {}).orTimeout(20, TimeUnit.SECONDS).join();
        }
    }

    @Test
    void anInstanceFieldHasOneForEachTestAndClosesIt() {
        SEEN.clear();
        passes(OneEach.class, 2);

        assertThat(SEEN).hasSize(2);
        assertThat(SEEN.get(0)).isNotSameAs(SEEN.get(1));
        assertThat(SEEN)
                .allSatisfy(athena -> assertThat(athena.openConnections()).isZero());
    }

    static class OneEach {
        @RegisterExtension
        final LocalAthenaExtension extension = scripted(ScriptedEngine.create());

        @Test
        void one(LocalAthena athena) {
            SEEN.add(athena);
        }

        @Test
        void two(LocalAthena athena) {
            SEEN.add(athena);
        }
    }

    @Test
    void anAnnotationIsEnoughForDuckDb() {
        passes(ByAnnotation.class, 1);
    }

    @ExtendWith(LocalAthenaExtension.class)
    static class ByAnnotation {
        @Test
        void starts(LocalAthena athena) {
            assertThat(athena.outputLocation()).isEqualTo("s3://athena-results/");
            assertThat(athena.athenaClient()
                            .listDatabases(r -> r.catalogName("AwsDataCatalog"))
                            .join()
                            .databaseList())
                    .isNotEmpty();
        }
    }
}
