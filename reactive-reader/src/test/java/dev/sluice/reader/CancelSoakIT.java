package dev.sluice.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.reader.PathsIT.Way;
import dev.sluice.testkit.AthenaCall;
import dev.sluice.testkit.LocalAthena;
import dev.sluice.testkit.junit.LocalAthenaExtension;
import dev.sluice.testkit.junit.SluiceProbes;
import dev.sluice.testkit.scripted.ScriptedEngine;
import dev.sluice.testkit.scripted.ScriptedFiles;
import dev.sluice.testkit.scripted.ScriptedRows;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** A thousand subscribers by each way that go at any moment: what is left is nothing, and every query has its one stop. */
class CancelSoakIT {
    private static final int SUBSCRIPTIONS = Integer.getInteger("sluice.soak", 1_000);
    private static final int AT_ONCE = 8;
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Pattern ID = Pattern.compile("\"QueryExecutionId\"\\s*:\\s*\"([^\"]+)\"");

    private static final int ROWS = 3_000;

    @TempDir
    private static Path files;

    @RegisterExtension
    final LocalAthenaExtension local = LocalAthenaExtension.of(
                    () -> LocalAthena.builder().engine(engine()).start())
            .deadline(Duration.ofSeconds(30));

    private static ScriptedEngine engine() {
        ScriptedEngine engine = ScriptedEngine.create();
        engine.when("soak")
                .queuedFor(Duration.ofMillis(2))
                .runningFor(Duration.ofMillis(5))
                .returns(ScriptedRows.of("id", "bigint", "text", "varchar")
                        .generate(ROWS, n -> new Object[] {n, "some text of row " + n}));
        engine.when("large")
                .returns(ScriptedRows.of("id", "bigint", "text", "varchar").generate(400_000, n ->
                        new Object[] {n, "some text, longer than that of the others, of row " + n}));
        ScriptedFiles two = ScriptedFiles.none()
                .file(files.resolve("first"))
                .file(files.resolve("second"))
                .rowCount(2 * ROWS);
        engine.when("UNLOAD")
                .queuedFor(Duration.ofMillis(2))
                .runningFor(Duration.ofMillis(5))
                .writes(two);
        return engine;
    }

    @BeforeAll
    static void writeParquet() throws SQLException {
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckDb.createStatement()) {
            for (String name : List.of("first", "second")) {
                statement.execute("COPY (SELECT n AS id, 'some text of row ' || n AS text FROM range(" + ROWS
                        + ") AS t (n)) TO '" + files.resolve(name)
                        + "' (FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE 2048)");
            }
        }
    }

    /** A subscriber, and what it came to know. */
    private static final class Subscriber {
        final Set<String> ended;
        final AtomicInteger elements = new AtomicInteger();
        volatile boolean over;
        Disposable subscription;
        long cancelAt;

        Subscriber(Set<String> ended) {
            this.ended = ended;
        }

        void follow(QueryProgress progress) {
            if (progress.state().isFinal() && progress.queryExecutionId() != null) {
                ended.add(progress.queryExecutionId());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aThousandCancelsAtAnyMoment(Way way, LocalAthena athena, SluiceProbes probes) {
        AthenaReader reader = AthenaReader.builder()
                .athena(athena.athenaClient())
                .s3(athena.s3Client())
                .outputLocation(athena.outputLocation())
                .pollBackoff(new PollBackoff(Duration.ofMillis(2), Duration.ofMillis(20), 1.5, 0.5))
                .batchRows(500)
                .memoryLimit(DataSize.ofMebibytes(16))
                .build();
        ReaderMetrics metrics = reader.metrics();
        probes.add("bytes", metrics::bytesInUse);
        probes.add("batches", metrics::openBatches);
        probes.add("arrow", metrics::allocatedBytes);
        probes.add("queries", metrics::runningQueries);
        Set<String> seenEnded = ConcurrentHashMap.newKeySet();
        List<Subscriber> open = new ArrayList<>();
        int cancelled = 0;
        int started = 0;
        while (started < SUBSCRIPTIONS || !open.isEmpty()) {
            while (started < SUBSCRIPTIONS && open.size() < AT_ONCE) {
                open.add(subscribe(reader, way, started++, seenEnded));
            }
            long now = System.nanoTime();
            for (Subscriber subscriber : List.copyOf(open)) {
                if (subscriber.over || subscriber.cancelAt <= now) {
                    cancelled += subscriber.over ? 0 : 1;
                    subscriber.subscription.dispose();
                    open.remove(subscriber);
                }
            }
            LockSupport.parkNanos(100_000);
        }
        reader.closeAsync().block(SOON);
        assertThat(cancelled).as("cancelled before the end").isGreaterThan(SUBSCRIPTIONS / 2);
        checkStops(athena, seenEnded);
    }

    private static Subscriber subscribe(AthenaReader reader, Way way, int number, Set<String> seenEnded) {
        Subscriber subscriber = new Subscriber(seenEnded);
        AthenaQuery query =
                way.choose.apply(reader.sql("SELECT id, text FROM soak")).onProgress(subscriber::follow);
        Flux<?> elements = switch (number % 4) {
            case 0 -> query.rows(row -> row.getString(1));
            case 1 -> query.map(RecordBatch::rowCount);
            case 2 -> query.flatMap(batch -> Flux.range(0, batch.rowCount()));
            default -> query.ownedBatches().doOnNext(OwnedBatch::close);
        };
        int most = number % 3 == 0 ? 5 : 200;
        subscriber.cancelAt = System.nanoTime() + ThreadLocalRandom.current().nextLong(most * 1_000_000L);
        subscriber.subscription = elements.doFinally(how -> subscriber.over = true)
                .subscribe(element -> subscriber.elements.incrementAndGet());
        return subscriber;
    }

    private static void checkStops(LocalAthena athena, Set<String> seenEnded) {
        Map<String, Long> stops = athena.calls("StopQueryExecution").stream()
                .filter(call -> call.status() == 200)
                .collect(Collectors.groupingBy(CancelSoakIT::id, Collectors.counting()));
        assertThat(stops.values()).as("stops of one query").containsOnly(1L);
        assertThat(stops.keySet()).as("queries that had ended").doesNotContainAnyElementsOf(seenEnded);
        List<String> all = new ArrayList<>();
        athena.athenaClient()
                .listQueryExecutionsPaginator(request -> request.maxResults(50))
                .subscribe(page -> all.addAll(page.queryExecutionIds()))
                .join();
        assertThat(all).hasSizeGreaterThan(SUBSCRIPTIONS / 4);
        for (String id : all) {
            if ("CANCELLED".equals(athena.state(id))) {
                assertThat(stops).as("a stopped query has its stop").containsKey(id);
            } else {
                assertThat(athena.state(id)).as("none runs on").isEqualTo("SUCCEEDED");
            }
        }
    }

    private static String id(AthenaCall call) {
        Matcher matcher = ID.matcher(call.body());
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void oneWhoNeverRequestsReadsNothingAndOneRequestReadsABoundedNumber(
            Way way, LocalAthena athena, SluiceProbes probes) {
        AthenaReader reader = AthenaReader.builder()
                .athena(athena.athenaClient())
                .s3(athena.s3Client())
                .outputLocation(athena.outputLocation())
                .pollBackoff(new PollBackoff(Duration.ofMillis(2), Duration.ofMillis(20), 1.5, 0.5))
                .build();
        probes.add("bytes", () -> reader.metrics().bytesInUse());
        List<QueryState> states = new ArrayList<>();
        AthenaQuery query = way.choose
                .apply(reader.sql("SELECT id, text FROM large"))
                .onProgress(progress -> states.add(progress.state()));
        athena.s3().clearRequests();
        StepVerifier.create(query.map(RecordBatch::rowCount), 0)
                .expectSubscription()
                .then(() -> Await.until(() -> states.contains(QueryState.SUCCEEDED)))
                .expectNoEvent(Duration.ofMillis(300))
                .then(() -> assertThat(reads(athena)).isZero())
                .thenRequest(1)
                .expectNextCount(1)
                .expectNoEvent(Duration.ofMillis(300))
                .then(() -> assertThat(reads(athena)).isLessThanOrEqualTo(most(way)))
                .thenCancel()
                .verify(SOON);
        reader.closeAsync().block(SOON);
    }

    /** GetObject and HeadObject of the result, and GetQueryResults. */
    private static int reads(LocalAthena athena) {
        return athena.s3().requests("GetObject").size()
                + athena.s3().requests("HeadObject").size()
                + athena.calls("GetQueryResults").size();
    }

    /**
     * UNLOAD: two for the manifest, two for a footer that did not come whole at once, and ranges: what the batch is made of
     * and {@code concurrency} (8) ahead. CSV: the columns, the size, the piece and 8 ahead. Pages: the columns and one page.
     */
    private static int most(Way way) {
        return switch (way) {
            case UNLOAD -> 2 + 2 + 2 + 8;
            case CSV -> 1 + 1 + 2 + 8;
            case PAGES -> 2;
        };
    }
}
