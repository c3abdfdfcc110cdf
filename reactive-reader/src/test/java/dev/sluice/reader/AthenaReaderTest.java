package dev.sluice.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.reader.fake.FakeAthena;
import dev.sluice.reader.fake.NoFiles;
import dev.sluice.reader.fake.Pages;
import java.time.Duration;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.test.StepVerifier;
import software.amazon.awssdk.services.athena.model.ColumnInfo;
import software.amazon.awssdk.services.athena.model.GetQueryResultsResponse;
import software.amazon.awssdk.services.athena.model.GetWorkGroupResponse;
import software.amazon.awssdk.services.athena.model.QueryExecution;
import software.amazon.awssdk.services.athena.model.StartQueryExecutionRequest;

/** A reader as users see it, on a scripted Athena and by pages, so that no server is needed. */
class AthenaReaderTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final FakeAthena athena = new FakeAthena();
    private final List<Object> dropped = new CopyOnWriteArrayList<>();
    private AthenaReader reader = builder().build();

    private AthenaReader.Builder builder() {
        return AthenaReader.builder()
                .athena(athena)
                .fileSystem(NoFiles.INSTANCE)
                .workGroup("wg")
                .database("db")
                .pollBackoff(new PollBackoff(Duration.ofMillis(1), Duration.ofMillis(5), 1.5, 0.2))
                .decodeThreads(2);
    }

    @BeforeEach
    void aResultOfTwoRows() {
        Hooks.onErrorDropped(dropped::add);
        Hooks.onNextDropped(dropped::add);
        athena.fallback = FakeAthena.states("RUNNING", "SUCCEEDED");
        athena.onPage = new Pages()
                .column("id", "bigint")
                .column("name", "varchar")
                .header()
                .row("1", "one")
                .row("2", null)
                .serve();
    }

    @AfterEach
    void nothingIsLeft() {
        reader.closeAsync().block(SOON);
        Hooks.resetOnErrorDropped();
        Hooks.resetOnNextDropped();
        assertThat(reader.metrics().bytesInUse()).isZero();
        assertThat(reader.metrics().openBatches()).isZero();
        assertThat(reader.metrics().runningQueries()).isZero();
        assertThat(reader.metrics().allocatedBytes()).isZero();
        assertThat(dropped).isEmpty();
    }

    record Named(long id, String name) {}

    @Test
    void rowsComeAsRecords() {
        StepVerifier.create(reader.sql("SELECT id, name FROM t").pages().rows(Named.class))
                .expectNext(new Named(1, "one"), new Named(2, null))
                .expectComplete()
                .verify(SOON);
        assertThat(athena.starts).hasSize(1);
        assertThat(athena.stops).isEmpty();
    }

    @Test
    void rowsAreMappedOnDecodeThreadsOneForEachRequest() {
        List<String> threads = new CopyOnWriteArrayList<>();
        Flux<Long> ids = reader.sql("SELECT id, name FROM t").pages().rows(row -> {
            threads.add(Thread.currentThread().getName());
            return row.getLong("ID");
        });
        StepVerifier.create(ids, 0)
                .thenRequest(1)
                .expectNext(1L)
                .thenRequest(2)
                .expectNext(2L)
                .expectComplete()
                .verify(SOON);
        assertThat(threads.get(0)).startsWith("sluice-decode");
    }

    @Test
    void batchesComeToCallbacksAndToPublishers() {
        assertThat(reader.sql("SELECT 1")
                        .pages()
                        .map(RecordBatch::rowCount)
                        .collectList()
                        .block(SOON))
                .containsExactly(2);
        assertThat(reader.sql("SELECT 1")
                        .pages()
                        .flatMap(batch -> Flux.range(0, batch.rowCount())
                                .map(i -> batch.row(i).getLong(0)))
                        .collectList()
                        .block(SOON))
                .containsExactly(1L, 2L);
    }

    @Test
    void ownedBatchesAreClosedByTheirReceiver() {
        OwnedBatch batch = reader.sql("SELECT 1")
                .pages()
                .ownedBatches()
                .collectList()
                .block(SOON)
                .get(0);
        assertThat(batch.isClosed()).isFalse();
        assertThat(batch.row(1).isNull("name")).isTrue();
        assertThat(reader.metrics().openBatches()).isOne();
        assertThat(reader.metrics().bytesInUse()).isPositive();
        batch.close();
        assertThat(reader.metrics().openBatches()).isZero();
    }

    @Test
    void eachSubscriptionIsAQueryOfItsOwnWithATokenOfItsOwn() {
        Flux<Long> ids = reader.sql("SELECT 1").pages().rows(row -> row.getLong(0));
        assertThat(athena.starts).isEmpty();
        ids.blockLast(SOON);
        ids.blockLast(SOON);
        assertThat(athena.starts)
                .extracting(StartQueryExecutionRequest::clientRequestToken)
                .doesNotHaveDuplicates()
                .hasSize(2)
                .allSatisfy(token -> assertThat(token.length()).isBetween(32, 128));
    }

    @Test
    void aSubscriberThatNeverRequestsReadsNothing() {
        StepVerifier.create(reader.sql("SELECT 1").pages().rows(row -> row.getLong(0)), 0)
                .expectSubscription()
                .then(() -> Await.until(() -> athena.batches.size() >= 2))
                .thenCancel()
                .verify(SOON);
        Await.until(() -> reader.metrics().runningQueries() == 0);
        assertThat(athena.pages).isEmpty();
    }

    @Test
    void settingsOfTheQueryWinOverTheReaders() {
        reader.sql("SELECT ?")
                .bind(LocalDate.of(2026, 10, 1))
                .workGroup("other")
                .catalog("cat")
                .database("elsewhere")
                .outputLocation("s3://b/p")
                .resultReuse(Duration.ofMinutes(5))
                .pages()
                .rows(row -> 1)
                .blockLast(SOON);
        StartQueryExecutionRequest start = athena.starts.get(0);
        assertThat(start.workGroup()).isEqualTo("other");
        assertThat(start.queryExecutionContext().catalog()).isEqualTo("cat");
        assertThat(start.queryExecutionContext().database()).isEqualTo("elsewhere");
        assertThat(start.resultConfiguration().outputLocation()).isEqualTo("s3://b/p/");
        assertThat(start.executionParameters()).containsExactly("DATE '2026-10-01'");
        assertThat(start.resultReuseConfiguration()
                        .resultReuseByAgeConfiguration()
                        .maxAgeInMinutes())
                .isEqualTo(5);
    }

    @Test
    void queriesAreImmutable() {
        AthenaQuery base = reader.sql("SELECT ?").pages();
        base.bind(1);
        base.database("nowhere");
        base.rows(row -> 1).blockLast(SOON);
        assertThat(athena.starts.get(0).hasExecutionParameters()).isFalse();
        assertThat(athena.starts.get(0).queryExecutionContext().database()).isEqualTo("db");
    }

    @Test
    void theResultKnowsItsColumnsAndIsReadOnce() {
        QueryResult result = reader.sql("SELECT 1").pages().execute().block(SOON);
        assertThat(result.queryExecutionId()).isEqualTo("q1");
        assertThat(result.schema().toString()).isEqualTo("(id bigint, name varchar)");
        assertThat(result.updateCount()).isEmpty();
        assertThat(result.toString()).contains("q1");
        assertThat(result.rows(Named.class).collectList().block(SOON)).hasSize(2);
        StepVerifier.create(result.map(RecordBatch::rowCount))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("q1"))
                .verify(SOON);
        assertThat(athena.starts).hasSize(1);
    }

    @Test
    void everyDoorOfAResultOpens() {
        AthenaQuery query = reader.sql("SELECT 1").pages();
        assertThat(query.execute()
                        .flatMapMany(r -> r.rows(row -> row.getLong(0)))
                        .collectList()
                        .block(SOON))
                .containsExactly(1L, 2L);
        assertThat(query.execute().block(SOON).map(RecordBatch::rowCount).blockLast(SOON))
                .isEqualTo(2);
        assertThat(query.execute()
                        .block(SOON)
                        .flatMap(batch -> Flux.just(batch.rowCount()))
                        .blockLast(SOON))
                .isEqualTo(2);
        query.execute().block(SOON).ownedBatches().doOnNext(OwnedBatch::close).blockLast(SOON);
    }

    @Test
    void theSchemaComesAlone() {
        assertThat(reader.sql("SELECT 1").pages().schema().block(SOON).size()).isEqualTo(2);
        assertThat(athena.pages).hasSize(1);
        assertThat(athena.pages.get(0).maxResults()).isEqualTo(1);
    }

    @Test
    void anUpdateCountOfZeroIsZero() {
        athena.fallback = id -> QueryExecution.builder()
                .queryExecutionId(id)
                .statementType("DML")
                .substatementType("INSERT")
                .status(status -> status.state("SUCCEEDED"))
                .build();
        athena.onPage = request -> CompletableFuture.completedFuture(GetQueryResultsResponse.builder()
                .updateCount(0L)
                .resultSet(set -> set.resultSetMetadata(meta -> meta.columnInfo(
                        ColumnInfo.builder().name("rows").type("bigint").build())))
                .build());
        QueryResult result = reader.sql("INSERT INTO t SELECT 1").execute().block(SOON);
        assertThat(result.updateCount()).hasValue(0);
        assertThat(result.schema().size()).isZero();
        assertThat(result.statistics().substatementType()).isEqualTo("INSERT");
        assertThat(result.rows(row -> 1).collectList().block(SOON)).isEmpty();
    }

    @Test
    void rowsWithoutColumnsAreText() {
        athena.fallback = id -> QueryExecution.builder()
                .queryExecutionId(id)
                .statementType("DDL")
                .status(status -> status.state("SUCCEEDED"))
                .build();
        athena.onPage =
                new Pages().row("Partitions not in metastore:\tt:2019/08/07/14").serve();
        assertThat(reader.sql("MSCK REPAIR TABLE t")
                        .rows(String.class)
                        .collectList()
                        .block(SOON))
                .containsExactly("Partitions not in metastore:\tt:2019/08/07/14");
    }

    @Test
    void aStatementWithoutAnyResultIsEmpty() {
        athena.fallback = id -> QueryExecution.builder()
                .queryExecutionId(id)
                .statementType("DDL")
                .status(status -> status.state("SUCCEEDED"))
                .build();
        athena.onPage = request -> CompletableFuture.completedFuture(
                GetQueryResultsResponse.builder().build());
        QueryResult result = reader.sql("CREATE TABLE t (a int)").execute().block(SOON);
        assertThat(result.schema().size()).isZero();
        assertThat(result.rows(row -> 1).collectList().block(SOON)).isEmpty();
    }

    @Test
    void errorsNameTheQuery() {
        athena.onPage = request -> CompletableFuture.failedFuture(FakeAthena.denied("GetQueryResults"));
        StepVerifier.create(reader.sql("SELECT 1").pages().rows(row -> 1))
                .expectErrorSatisfies(error -> {
                    assertThat(error).isInstanceOf(ResultReadException.class).hasMessageContaining("[query q1]");
                    assertThat(((SluiceException) error).queryExecutionId()).isEqualTo("q1");
                })
                .verify(SOON);
    }

    @Test
    void theMappersOwnErrorComesAsItIs() {
        IllegalArgumentException own = new IllegalArgumentException("mine");
        StepVerifier.create(reader.sql("SELECT 1").pages().rows(row -> {
                    throw own;
                }))
                .expectErrorSatisfies(error -> assertThat(error).isSameAs(own))
                .verify(SOON);
    }

    @Test
    void progressIsToldFromTheStartToTheLastRow() {
        List<QueryProgress> told = Collections.synchronizedList(new ArrayList<>());
        reader.sql("SELECT 1").pages().onProgress(told::add).rows(row -> 1).blockLast(SOON);
        assertThat(told)
                .extracting(QueryProgress::state)
                .startsWith(QueryState.QUEUED, QueryState.RUNNING, QueryState.SUCCEEDED);
        QueryProgress last = told.get(told.size() - 1);
        assertThat(last.queryExecutionId()).isEqualTo("q1");
        assertThat(last.rows()).isEqualTo(2);
        assertThat(last.totalFiles()).isZero();
        assertThat(last.memoryInUseBytes()).isPositive();
        assertThat(last.memoryLimitBytes()).isEqualTo(64L << 20);
        assertThat(last.elapsed()).isPositive();
    }

    @Test
    void aProgressListenerThatThrowsEndsTheSubscription() {
        StepVerifier.create(reader.sql("SELECT 1")
                        .pages()
                        .onProgress(progress -> {
                            if (progress.rows() > 0) {
                                throw new IllegalStateException("listener");
                            }
                        })
                        .rows(row -> 1))
                .expectErrorMessage("listener")
                .verify(SOON);
    }

    @Test
    void aCancelledQueryIsStoppedOnce() {
        athena.fallback = FakeAthena.states("RUNNING");
        StepVerifier.create(reader.sql("SELECT 1").pages().rows(row -> 1))
                .expectSubscription()
                .then(() -> Await.until(() -> athena.batches.size() > 2))
                .thenCancel()
                .verify(SOON);
        Await.until(() -> reader.metrics().runningQueries() == 0);
        assertThat(athena.stops).containsExactly("q1");
    }

    @Test
    void aTimeoutOfTheQueryStopsIt() {
        athena.fallback = FakeAthena.states("RUNNING");
        StepVerifier.create(reader.sql("SELECT 1")
                        .queryTimeout(Duration.ofMillis(50))
                        .pages()
                        .rows(row -> 1))
                .expectError(QueryTimeoutException.class)
                .verify(SOON);
        Await.until(() -> reader.metrics().runningQueries() == 0);
        assertThat(athena.stops).containsExactly("q1");
    }

    @Test
    void theTimeAConsumerTakesIsNoTimeout() {
        StepVerifier.create(
                        reader.sql("SELECT 1")
                                .queryTimeout(Duration.ofSeconds(3))
                                .pages()
                                .rows(row -> row.getLong(0)),
                        1)
                .expectNext(1L)
                .expectNoEvent(Duration.ofSeconds(4))
                .thenRequest(2)
                .expectNext(2L)
                .expectComplete()
                .verify(SOON);
    }

    @Test
    void aResumedQueryIsReadAndTakesNoValues() {
        athena.fallback = FakeAthena.states("SUCCEEDED");
        assertThat(reader.resume("theirs").rows(Named.class).collectList().block(SOON))
                .hasSize(2);
        assertThat(athena.starts).isEmpty();
        assertThat(athena.pages)
                .allSatisfy(page -> assertThat(page.queryExecutionId()).isEqualTo("theirs"));
        assertThatIllegalStateException()
                .isThrownBy(() -> reader.resume("theirs").bind(1));
        assertThatIllegalArgumentException().isThrownBy(() -> reader.resume(" "));
    }

    @Test
    void anUnloadThatIsNoQueryIsRefusedBeforeAnythingIsSent() {
        StepVerifier.create(reader.sql("SHOW TABLES")
                        .outputLocation("s3://b/")
                        .unload()
                        .rows(row -> 1))
                .expectError(UnsupportedResultException.class)
                .verify(SOON);
        assertThat(athena.starts).isEmpty();
    }

    @Test
    void anUnloadWithoutAPlaceSaysSo() {
        StepVerifier.create(reader.sql("SELECT 1").unload().rows(row -> 1))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(UnsupportedResultException.class)
                        .hasMessageContaining("outputLocation"))
                .verify(SOON);
        assertThat(athena.starts).isEmpty();
    }

    @Test
    void anUnloadTakesThePlaceOfItsWorkgroupAndANewOneForEachTry() {
        athena.onWorkGroup = request -> {
            assertThat(request.workGroup()).isEqualTo("wg");
            return CompletableFuture.completedFuture(GetWorkGroupResponse.builder()
                    .workGroup(group -> group.configuration(
                            config -> config.resultConfiguration(result -> result.outputLocation("s3://wg/out"))))
                    .build());
        };
        Flux<Integer> rows = reader.sql("SELECT id, name FROM t; -- end")
                .unload(UnloadCompression.ZSTD)
                .rows(row -> 1);
        rows.blockLast(SOON);
        rows.blockLast(SOON);
        List<String> unloads = athena.starts.stream()
                .map(StartQueryExecutionRequest::queryString)
                .filter(sql -> sql.startsWith("UNLOAD"))
                .toList();
        assertThat(unloads)
                .hasSize(2)
                .doesNotHaveDuplicates()
                .allSatisfy(sql -> assertThat(sql)
                        .startsWith("UNLOAD (SELECT id, name FROM t\n) TO 's3://wg/out/unload/")
                        .endsWith("/' WITH (format = 'PARQUET', compression = 'ZSTD')"));
    }

    @Test
    void anUnloadWithoutFilesKeepsItsColumns() {
        AthenaQuery query = reader.sql("SELECT id, name FROM t WHERE id = ?")
                .bind(7)
                .outputLocation("s3://b/out/")
                .unload();
        QueryResult result = query.execute().block(SOON);
        assertThat(result.schema().toString()).isEqualTo("(id bigint, name varchar)");
        assertThat(result.rows(row -> 1).collectList().block(SOON)).isEmpty();
        assertThat(athena.starts).hasSize(2);
        assertThat(athena.starts.get(1).queryString())
                .isEqualTo("SELECT * FROM (SELECT id, name FROM t WHERE id = ?\n) LIMIT 0");
        assertThat(athena.starts.get(1).executionParameters()).containsExactly("7");
    }

    @Test
    void aClosedReaderTakesNoMore() {
        reader.closeAsync().block(SOON);
        StepVerifier.create(reader.sql("SELECT 1").pages().rows(row -> 1))
                .expectError(IllegalStateException.class)
                .verify(SOON);
        reader.close();
        assertThat(athena.starts).isEmpty();
    }

    @Test
    void closingStopsWhatRunsAndEndsItsStream() {
        athena.fallback = FakeAthena.states("RUNNING");
        StepVerifier.create(reader.sql("SELECT 1").pages().rows(row -> 1))
                .expectSubscription()
                .then(() -> Await.until(() -> athena.batches.size() > 1))
                .then(() -> reader.close())
                .expectErrorMessage("the reader was closed")
                .verify(SOON);
        reader.closeAsync().block(SOON);
        assertThat(athena.stops).containsExactly("q1");
    }

    @Test
    void closingEndsAStreamThatIsBeingReadAtItsNextPull() {
        Pages pages = new Pages().column("id", "bigint").header();
        for (int i = 0; i < 5_000; i++) {
            pages.row(String.valueOf(i));
        }
        athena.onPage = pages.serve();
        StepVerifier.create(reader.sql("SELECT 1").pages().map(RecordBatch::rowCount), 1)
                .expectNextCount(1)
                .then(() -> reader.close())
                .thenRequest(1)
                .expectErrorMessage("the reader was closed")
                .verify(SOON);
    }

    @Test
    void theBuilderChecksWhatItIsGiven() {
        assertThatIllegalStateException()
                .isThrownBy(() -> AthenaReader.builder().build());
        assertThatIllegalStateException()
                .isThrownBy(() -> AthenaReader.builder().athena(athena).build());
        assertThatIllegalArgumentException().isThrownBy(() -> builder().outputLocation("bucket"));
        assertThatIllegalArgumentException().isThrownBy(() -> builder().memoryLimit(DataSize.ofKibibytes(1_023)));
        assertThatIllegalArgumentException().isThrownBy(() -> builder().batchRows(0));
        assertThatIllegalArgumentException().isThrownBy(() -> builder().queryTimeout(Duration.ZERO));
        Duration forEver = ChronoUnit.FOREVER.getDuration();
        assertThatIllegalArgumentException().isThrownBy(() -> builder().queryTimeout(forEver));
        assertThatIllegalArgumentException().isThrownBy(() -> builder().stallTimeout(forEver));
        assertThatIllegalArgumentException().isThrownBy(() -> reader.sql("").queryTimeout(forEver));
        assertThatIllegalArgumentException().isThrownBy(() -> builder().stallTimeout(Duration.ofSeconds(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> builder().decodeThreads(0));
        assertThatIllegalArgumentException().isThrownBy(() -> reader.sql("").resultReuse(Duration.ofDays(8)));
        assertThatIllegalArgumentException().isThrownBy(() -> reader.sql("").resultReuse(Duration.ofSeconds(90)));
        assertThatIllegalArgumentException().isThrownBy(() -> reader.sql("").bind(new Object()));
        assertThatIllegalArgumentException().isThrownBy(() -> reader.sql("").rows(Row.class));
    }
}
