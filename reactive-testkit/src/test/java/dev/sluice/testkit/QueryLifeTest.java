package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.scripted.Gate;
import dev.sluice.testkit.scripted.Script;
import dev.sluice.testkit.scripted.ScriptedEngine;
import dev.sluice.testkit.scripted.ScriptedRows;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.athena.model.AthenaError;
import software.amazon.awssdk.services.athena.model.BatchGetQueryExecutionResponse;
import software.amazon.awssdk.services.athena.model.InvalidRequestException;
import software.amazon.awssdk.services.athena.model.QueryExecution;
import software.amazon.awssdk.services.athena.model.QueryExecutionState;
import software.amazon.awssdk.services.athena.model.StatementType;

/** States, tokens, cancel, failure and listing, seen through the SDK. */
class QueryLifeTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    private final ScriptedEngine engine = ScriptedEngine.create();
    private final ScriptedRows one = ScriptedRows.of("n", "integer").row(1);
    private LocalAthena athena;
    private Queries queries;

    @BeforeEach
    void start() {
        athena = LocalAthena.builder().engine(engine).concurrentQueries(2).start();
        queries = new Queries(athena);
    }

    @AfterEach
    void close() {
        athena.close();
    }

    @Test
    void showsEachStateAsItIsReached() {
        Gate queue = Gate.closed();
        Gate run = Gate.closed();
        engine.always().queuedUntil(queue).runningUntil(run).returns(one);

        String id = queries.start("SELECT 1");
        queue.awaitReached(SOON);
        assertThat(queries.get(id).status().state()).isEqualTo(QueryExecutionState.QUEUED);
        assertThat(queries.get(id).status().completionDateTime()).isNull();
        queue.open();
        run.awaitReached(SOON);
        assertThat(queries.get(id).status().state()).isEqualTo(QueryExecutionState.RUNNING);
        assertThat(athena.runningQueries()).containsExactly(id);
        run.open();

        QueryExecution end = queries.await(id);
        assertThat(end.status().state()).isEqualTo(QueryExecutionState.SUCCEEDED);
        assertThat(end.status().completionDateTime())
                .isAfterOrEqualTo(end.status().submissionDateTime());
        assertThat(end.query()).isEqualTo("SELECT 1");
        assertThat(end.statementType()).isEqualTo(StatementType.DML);
        assertThat(end.substatementType()).isEqualTo("SELECT");
        assertThat(end.workGroup()).isEqualTo("primary");
        assertThat(end.resultConfiguration().outputLocation()).isEqualTo("s3://athena-results/" + id + ".csv");
        assertThat(end.statistics().resultReuseInformation().reusedPreviousResult())
                .isFalse();
        assertThat(athena.state(id)).isEqualTo("SUCCEEDED");
        Queries.eventually("rest", () -> athena.runningQueries().isEmpty());
    }

    @Test
    void goesBackToTheQueueAsOftenAsScripted() {
        Gate queue = Gate.closed();
        queue.open();
        Script script = engine.always().queuedUntil(queue).requeued(2).returns(one);

        QueryExecution end = queries.run("SELECT 1");
        assertThat(end.status().state()).isEqualTo(QueryExecutionState.SUCCEEDED);
        assertThat(script.executions()).isEqualTo(3);
        assertThat(script.requests()).hasSize(1);
    }

    @Test
    void failureCarriesItsAthenaError() {
        engine.always().fails(2, 1002, true, "DIVISION_BY_ZERO: / by zero");

        QueryExecution end = queries.run("SELECT 1/0");
        assertThat(end.status().state()).isEqualTo(QueryExecutionState.FAILED);
        assertThat(end.status().stateChangeReason()).isEqualTo("DIVISION_BY_ZERO: / by zero");
        assertThat(end.status().athenaError())
                .isEqualTo(AthenaError.builder()
                        .errorCategory(2)
                        .errorType(1002)
                        .retryable(true)
                        .errorMessage("DIVISION_BY_ZERO: / by zero")
                        .build());
        assertThat(Queries.failure(() -> queries.results(end.queryExecutionId())))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("Query did not finish successfully. Final query state: FAILED");
        assertThat(athena.s3().store().list("athena-results", "")).isEmpty();
    }

    @Test
    void aBrokenRowIsAFailureOfTheEngine() {
        engine.always()
                .returns(ScriptedRows.of("n", "integer").row("text is fine").row(new Object()));

        QueryExecution end = queries.run("SELECT 1");
        assertThat(end.status().state()).isEqualTo(QueryExecutionState.FAILED);
        assertThat(end.status().stateChangeReason()).contains("does not fit the type integer");
        assertThat(end.status().athenaError().errorCategory()).isEqualTo(1);
        assertThat(athena.s3().store().list("athena-results", "")).isEmpty();
    }

    @Test
    void resultsOfARunningQueryAreRefused() {
        Gate run = Gate.closed();
        engine.always().runningUntil(run).returns(one);
        String id = queries.start("SELECT 1");
        run.awaitReached(SOON);

        assertThat(Queries.failure(() -> queries.results(id)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("Query has not yet finished. Current state: RUNNING");
        run.open();
    }

    @Test
    void cancelWhileQueuedNeverRuns() {
        Gate queue = Gate.closed();
        Script script = engine.always().queuedUntil(queue).returns(one);
        String id = queries.start("SELECT 1");
        queue.awaitReached(SOON);

        stop(id);
        assertThat(queries.get(id).status().state()).isEqualTo(QueryExecutionState.CANCELLED);
        Queries.eventually("rest", () -> athena.runningQueries().isEmpty());
        assertThat(script.executions()).isZero();
        assertThat(script.interrupts()).isEqualTo(1);
    }

    @Test
    void cancelWhileRunningInterruptsTheEngineAndLeavesNoObject() {
        Gate run = Gate.closed();
        Script script = engine.always().runningUntil(run).returns(one);
        String id = queries.start("SELECT 1");
        run.awaitReached(SOON);

        stop(id);
        QueryExecution end = queries.get(id);
        assertThat(end.status().state()).isEqualTo(QueryExecutionState.CANCELLED);
        assertThat(end.status().stateChangeReason()).isEqualTo("Query cancelled by user");
        Queries.eventually("rest", () -> athena.runningQueries().isEmpty());
        assertThat(script.interrupts()).isEqualTo(1);
        assertThat(athena.s3().store().list("athena-results", "")).isEmpty();
    }

    @Test
    void cancelWhileRowsAreWrittenLeavesNoObject() {
        Gate inside = Gate.closed();
        inside.open();
        engine.always().returns(ScriptedRows.of("n", "bigint").generate(Long.MAX_VALUE, n -> new Object[] {n}));
        String id = queries.start("SELECT 1");
        Queries.eventually("run", () -> athena.state(id).equals("RUNNING"));

        stop(id);
        Queries.eventually("rest", () -> athena.runningQueries().isEmpty());
        assertThat(athena.state(id)).isEqualTo("CANCELLED");
        assertThat(athena.s3().store().list("athena-results", "")).isEmpty();
    }

    @Test
    void stopAfterTheEndChangesNothing() {
        engine.always().returns(one);
        QueryExecution end = queries.run("SELECT 1");

        stop(end.queryExecutionId());
        assertThat(queries.get(end.queryExecutionId())).isEqualTo(end);
        assertThat(athena.calls("StopQueryExecution")).hasSize(1).allMatch(call -> call.status() == 200);
    }

    @Test
    void moreQueriesThanMayRunStayQueued() {
        Gate run = Gate.closed();
        engine.always().runningUntil(run).returns(one);
        List<String> ids = List.of(queries.start("a"), queries.start("b"), queries.start("c"));
        Queries.eventually(
                "two that run",
                () -> ids.stream()
                                .filter(id -> athena.state(id).equals("RUNNING"))
                                .count()
                        == 2);

        assertThat(ids.stream().map(athena::state)).containsOnlyOnce("QUEUED");
        run.open();
        ids.forEach(id -> assertThat(queries.await(id).status().state()).isEqualTo(QueryExecutionState.SUCCEEDED));
    }

    @Test
    void theSameTokenStartsTheQueryOnce() {
        Script script = engine.always().returns(one);
        String first = queries.start(r -> r.queryString("SELECT 1").clientRequestToken(TOKEN));
        queries.await(first);

        assertThat(queries.start(r -> r.queryString("SELECT 1").clientRequestToken(TOKEN)))
                .isEqualTo(first);
        assertThat(script.requests()).hasSize(1);
        assertThat(Queries.failure(
                        () -> queries.start(r -> r.queryString("SELECT 2").clientRequestToken(TOKEN))))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("Idempotent parameters do not match");
    }

    @Test
    void aRefusedStartLeavesItsTokenUnused() {
        engine.when("bad").refused("line 1:1: mismatched input 'bad'");
        engine.when("good").returns(one);

        assertThat(Queries.failure(() -> queries.start(r -> r.queryString("bad").clientRequestToken(TOKEN))))
                .isInstanceOfSatisfying(InvalidRequestException.class, e -> {
                    assertThat(e.athenaErrorCode()).isEqualTo("MALFORMED_QUERY");
                    assertThat(e.awsErrorDetails().errorMessage()).isEqualTo("line 1:1: mismatched input 'bad'");
                    assertThat(e.statusCode()).isEqualTo(400);
                });
        assertThat(queries.start(r -> r.queryString("good").clientRequestToken(TOKEN)))
                .isNotEmpty();
    }

    @Test
    void batchGetTellsKnownFromUnknown() {
        engine.always().returns(one);
        String id = queries.run("SELECT 1").queryExecutionId();

        BatchGetQueryExecutionResponse answer = athena.athenaClient()
                .batchGetQueryExecution(r -> r.queryExecutionIds(id, "unknown"))
                .join();
        assertThat(answer.queryExecutions())
                .extracting(QueryExecution::queryExecutionId)
                .containsExactly(id);
        assertThat(answer.unprocessedQueryExecutionIds()).hasSize(1);
        assertThat(answer.unprocessedQueryExecutionIds().get(0).queryExecutionId())
                .isEqualTo("unknown");
    }

    @Test
    void listsTheNewestFirstAndPagesUndisturbedByNewOnes() {
        engine.always().returns(one);
        String a = queries.start("a");
        String b = queries.start("b");
        String c = queries.start("c");

        var first =
                athena.athenaClient().listQueryExecutions(r -> r.maxResults(2)).join();
        assertThat(first.queryExecutionIds()).containsExactly(c, b);
        queries.start("d");
        var second = athena.athenaClient()
                .listQueryExecutions(r -> r.maxResults(2).nextToken(first.nextToken()))
                .join();
        assertThat(second.queryExecutionIds()).containsExactly(a);
        assertThat(second.nextToken()).isNull();
    }

    @Test
    void runtimeStatisticsCountTheRows() {
        engine.always().returns(one.row(2));
        String id = queries.run("SELECT 1").queryExecutionId();

        var statistics = athena.athenaClient()
                .getQueryRuntimeStatistics(r -> r.queryExecutionId(id))
                .join()
                .queryRuntimeStatistics();
        assertThat(statistics.rows().outputRows()).isEqualTo(2);
        assertThat(statistics.timeline().totalExecutionTimeInMillis()).isNotNegative();
    }

    @Test
    void closeEndsWhatRuns() {
        Gate run = Gate.closed();
        Script script = engine.always().runningUntil(run).returns(one);
        queries.start("SELECT 1");
        run.awaitReached(SOON);

        athena.close();
        assertThat(script.interrupts()).isEqualTo(1);
        athena.close();
    }

    private void stop(String id) {
        athena.athenaClient().stopQueryExecution(r -> r.queryExecutionId(id)).join();
    }
}
