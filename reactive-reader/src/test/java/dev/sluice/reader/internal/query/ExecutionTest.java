package dev.sluice.reader.internal.query;

import static dev.sluice.reader.fake.FakeAthena.denied;
import static dev.sluice.reader.fake.FakeAthena.execution;
import static dev.sluice.reader.fake.FakeAthena.fails;
import static dev.sluice.reader.fake.FakeAthena.invalid;
import static dev.sluice.reader.fake.FakeAthena.started;
import static dev.sluice.reader.fake.FakeAthena.states;
import static dev.sluice.reader.fake.FakeAthena.throttled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.reader.PollBackoff;
import dev.sluice.reader.QueryCancelledException;
import dev.sluice.reader.QueryFailedException;
import dev.sluice.reader.QueryRejectedException;
import dev.sluice.reader.QueryState;
import dev.sluice.reader.QueryTimeoutException;
import dev.sluice.reader.Received;
import dev.sluice.reader.ResultReadException;
import dev.sluice.reader.SluiceException;
import dev.sluice.reader.fake.FakeAthena;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.athena.model.InternalServerException;
import software.amazon.awssdk.services.athena.model.QueryExecution;
import software.amazon.awssdk.services.athena.model.StartQueryExecutionRequest;
import software.amazon.awssdk.services.athena.model.StartQueryExecutionResponse;
import software.amazon.awssdk.services.athena.model.StopQueryExecutionResponse;

/** Start, watch, stop: each way a query can go, and each moment it can be given up at. */
class ExecutionTest {
    private static final PollBackoff EVERY_SECOND = new PollBackoff(Duration.ofSeconds(1), Duration.ofSeconds(1), 1, 0);

    private final FakeAthena athena = new FakeAthena();
    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final List<Throwable> dropped = new ArrayList<>();
    private final List<String> followed = new ArrayList<>();
    private QueryExecutions queries = executions(true);

    private final ExecutionListener listener = new ExecutionListener() {
        @Override
        public void started(String id) {
            followed.add("started " + id);
        }

        @Override
        public void seen(ExecutionSnapshot snapshot) {
            followed.add(snapshot.state().name());
        }
    };

    private QueryExecutions executions(boolean stopOnCancel) {
        return new QueryExecutions(
                athena,
                new ControlLoop(time, () -> time.now(TimeUnit.NANOSECONDS)),
                EVERY_SECOND,
                stopOnCancel,
                () -> 0.5);
    }

    @BeforeEach
    void watchDropped() {
        Hooks.onErrorDropped(dropped::add);
        Hooks.onNextDropped(next -> dropped.add(new AssertionError("dropped " + next)));
    }

    @AfterEach
    void nothingIsLeft() {
        Hooks.resetOnErrorDropped();
        Hooks.resetOnNextDropped();
        assertThat(dropped).isEmpty();
        assertThat(queries.running()).as("unsettled queries").isZero();
    }

    private static QueryRequest request() {
        return request("s3://bucket/out/", null);
    }

    private static QueryRequest request(String outputLocation, Duration timeout) {
        return new QueryRequest(
                "SELECT 1", List.of("'x'"), "token-1", "wg", "cat", "db", outputLocation, null, timeout);
    }

    /** What a subscriber got. */
    private Received<ExecutionSnapshot> run() {
        return Received.from(queries.run(request(), listener));
    }

    private void pass(int seconds) {
        time.advanceTimeBy(Duration.ofSeconds(seconds));
    }

    @Test
    void nothingIsSentBeforeASubscription() {
        Mono<ExecutionSnapshot> unsubscribed = queries.run(request(), listener);
        pass(10);
        assertThat(unsubscribed).isNotNull();
        assertThat(athena.starts).isEmpty();
    }

    @Test
    void theStartCarriesEverythingThatWasSet() {
        athena.fallback = states("SUCCEEDED");
        QueryRequest request = new QueryRequest(
                "SELECT ?", List.of("'x'"), "token-7", "wg", "cat", "db", "s3://b/o/", Duration.ofMinutes(90), null);
        Received.from(queries.run(request, listener));
        pass(1);
        StartQueryExecutionRequest start = athena.starts.get(0);
        assertThat(start.queryString()).isEqualTo("SELECT ?");
        assertThat(start.executionParameters()).containsExactly("'x'");
        assertThat(start.clientRequestToken()).isEqualTo("token-7");
        assertThat(start.workGroup()).isEqualTo("wg");
        assertThat(start.queryExecutionContext().catalog()).isEqualTo("cat");
        assertThat(start.queryExecutionContext().database()).isEqualTo("db");
        assertThat(start.resultConfiguration().outputLocation()).isEqualTo("s3://b/o/");
        assertThat(start.resultReuseConfiguration()
                        .resultReuseByAgeConfiguration()
                        .maxAgeInMinutes())
                .isEqualTo(90);
        assertThat(request.toString()).doesNotContain("SELECT").doesNotContain("'x'");
    }

    @Test
    void theStartLeavesOutWhatWasNotSet() {
        athena.fallback = states("SUCCEEDED");
        Received.from(queries.run(
                new QueryRequest("SELECT 1", List.of(), "t", null, null, null, null, null, null), listener));
        pass(1);
        StartQueryExecutionRequest start = athena.starts.get(0);
        assertThat(start.hasExecutionParameters()).isFalse();
        assertThat(start.workGroup()).isNull();
        assertThat(start.queryExecutionContext()).isNull();
        assertThat(start.resultConfiguration()).isNull();
        assertThat(start.resultReuseConfiguration()).isNull();
    }

    @Test
    void queuedAndRunningAreWaitedForThroughABounce() {
        athena.fallback = states("QUEUED", "QUEUED", "RUNNING", "QUEUED", "RUNNING", "SUCCEEDED");
        Received<ExecutionSnapshot> got = run();
        pass(5);
        assertThat(got.value()).isNull();
        pass(1);
        assertThat(got.value().state()).isEqualTo(QueryState.SUCCEEDED);
        assertThat(got.value().id()).isEqualTo("q1");
        assertThat(followed)
                .containsExactly("started q1", "QUEUED", "QUEUED", "RUNNING", "QUEUED", "RUNNING", "SUCCEEDED");
        assertThat(athena.stops).isEmpty();
    }

    @Test
    void aStateNobodyKnowsAndAMissingOneAreWaitedFor() {
        List<QueryExecution> answers = new ArrayList<>(List.of(
                execution("q1", "REWINDING"),
                QueryExecution.builder().queryExecutionId("q1").build(),
                QueryExecution.builder()
                        .queryExecutionId("q1")
                        .status(status -> {})
                        .build(),
                execution("q1", "SUCCEEDED")));
        athena.fallback = id -> answers.remove(0);
        Received<ExecutionSnapshot> got = run();
        pass(4);
        assertThat(got.value().state()).isEqualTo(QueryState.SUCCEEDED);
        assertThat(followed).containsExactly("started q1", "UNKNOWN", "UNKNOWN", "UNKNOWN", "SUCCEEDED");
    }

    @Test
    void aFailureCarriesAllThatAthenaTells() {
        athena.fallback = id -> QueryExecution.builder()
                .queryExecutionId(id)
                .status(status -> status.state("FAILED")
                        .stateChangeReason("SYNTAX_ERROR: line 1:8: Column 'x' cannot be resolved")
                        .athenaError(error -> error.errorCategory(2)
                                .errorType(1006)
                                .retryable(true)
                                .errorMessage("other words")))
                .build();
        Received<ExecutionSnapshot> got = run();
        pass(1);
        QueryFailedException failed = (QueryFailedException) got.error();
        assertThat(failed.queryExecutionId()).isEqualTo("q1");
        assertThat(failed.state()).isEqualTo(QueryState.FAILED);
        assertThat(failed.reason()).isEqualTo("SYNTAX_ERROR: line 1:8: Column 'x' cannot be resolved");
        assertThat(failed.errorCategory()).isEqualTo(QueryFailedException.Category.USER);
        assertThat(failed.errorType()).isEqualTo(1006);
        assertThat(failed.isRetryable()).isTrue();
        assertThat(failed).hasMessageContaining("line 1:8").hasMessageContaining("[query q1]");
        assertThat(athena.stops).isEmpty();
    }

    @Test
    void aFailureWithoutAReasonTakesTheErrorsWords() {
        athena.fallback = id -> QueryExecution.builder()
                .queryExecutionId(id)
                .status(status -> status.state("FAILED").athenaError(error -> error.errorMessage("other words")))
                .build();
        Received<ExecutionSnapshot> got = run();
        pass(1);
        QueryFailedException failed = (QueryFailedException) got.error();
        assertThat(failed.reason()).isEqualTo("other words");
        assertThat(failed.isRetryable()).isFalse();
        assertThat(failed.errorCategory()).isEqualTo(QueryFailedException.Category.UNKNOWN);
    }

    @Test
    void aFailureWithoutAnyWordsIsAFailureAllTheSame() {
        athena.fallback = states("FAILED");
        Received<ExecutionSnapshot> got = run();
        pass(1);
        QueryFailedException failed = (QueryFailedException) got.error();
        assertThat(failed.reason()).isNull();
        assertThat(failed.errorType()).isNull();
        assertThat(failed.isRetryable()).isFalse();
    }

    @Test
    void aStopBySomebodyElseIsAnErrorOfItsOwn() {
        athena.fallback = id -> QueryExecution.builder()
                .queryExecutionId(id)
                .status(status -> status.state("CANCELLED").stateChangeReason("stopped in the console"))
                .build();
        Received<ExecutionSnapshot> got = run();
        pass(1);
        assertThat(got.error())
                .isInstanceOf(QueryCancelledException.class)
                .hasMessageContaining("stopped in the console")
                .hasMessageContaining("q1");
        assertThat(athena.stops).isEmpty();
    }

    @Test
    void aThrottledStartIsTriedAgainUnderTheSameToken() {
        for (int i = 0; i < 5; i++) {
            athena.onStart.add(fails(throttled()));
        }
        athena.fallback = states("SUCCEEDED");
        Received<ExecutionSnapshot> got = run();
        pass(120);
        assertThat(got.value()).isNotNull();
        assertThat(athena.starts).hasSize(6);
        assertThat(athena.starts)
                .extracting(StartQueryExecutionRequest::clientRequestToken)
                .containsOnly("token-1");
    }

    @Test
    void theStartIsSpacedOutMoreAndMore() {
        for (int i = 0; i < 4; i++) {
            athena.onStart.add(fails(throttled()));
        }
        athena.fallback = states("SUCCEEDED");
        run();
        assertThat(athena.starts).hasSize(1);
        time.advanceTimeBy(Duration.ofMillis(499));
        assertThat(athena.starts).hasSize(1);
        time.advanceTimeBy(Duration.ofMillis(1));
        assertThat(athena.starts).hasSize(2);
        time.advanceTimeBy(Duration.ofMillis(999));
        assertThat(athena.starts).hasSize(2);
        time.advanceTimeBy(Duration.ofMillis(1));
        assertThat(athena.starts).hasSize(3);
        pass(7);
        assertThat(athena.starts).hasSize(5);
    }

    @Test
    void throttlingWithoutEndIsARejectionThatMayBeRetried() {
        for (int i = 0; i < 50; i++) {
            athena.onStart.add(fails(throttled()));
        }
        Received<ExecutionSnapshot> got = run();
        pass(1000);
        QueryRejectedException rejected = (QueryRejectedException) got.error();
        assertThat(rejected.isRetryable()).isTrue();
        assertThat(rejected.errorCode()).isEqualTo("TooManyRequestsException");
        assertThat(athena.starts).hasSize(10);
        assertThat(athena.stops).isEmpty();
    }

    @Test
    void aServiceThatNobodyAnswersForIsGivenUpOnSooner() {
        for (int i = 0; i < 50; i++) {
            athena.onStart.add(fails(SdkClientException.create("Connection refused (SDK Attempt Count: 4)")));
        }
        Received<ExecutionSnapshot> got = run();
        pass(1000);
        QueryRejectedException rejected = (QueryRejectedException) got.error();
        assertThat(rejected.isRetryable()).isTrue();
        assertThat(rejected).hasMessage("Athena did not take the query: Connection refused");
        assertThat(athena.starts).hasSize(4);
    }

    @Test
    void aParseErrorIsARejectionWithThePosition() {
        athena.onStart.add(fails(invalid("line 1:10: mismatched input 'FORM'", "MALFORMED_QUERY")));
        Received<ExecutionSnapshot> got = run();
        QueryRejectedException rejected = (QueryRejectedException) got.error();
        assertThat(rejected).hasMessageContaining("line 1:10: mismatched input 'FORM'");
        assertThat(rejected.errorCode()).isEqualTo("MALFORMED_QUERY");
        assertThat(rejected.isRetryable()).isFalse();
        assertThat(rejected.queryExecutionId()).isNull();
        pass(10);
        assertThat(athena.starts).hasSize(1);
        assertThat(athena.stops).isEmpty();
    }

    @Test
    void anAnswerWithoutAnIdIsARejection() {
        athena.onStart.add(() -> CompletableFuture.completedFuture(
                StartQueryExecutionResponse.builder().build()));
        Received<ExecutionSnapshot> got = run();
        assertThat(got.error()).isInstanceOf(QueryRejectedException.class);
    }

    @Test
    void aClientThatThrowsIsARejection() {
        athena.onStart.add(() -> {
            throw SdkClientException.create("no credentials");
        });
        for (int i = 0; i < 9; i++) {
            athena.onStart.add(fails(SdkClientException.create("no credentials")));
        }
        Received<ExecutionSnapshot> got = run();
        pass(1000);
        assertThat(got.error()).isInstanceOf(QueryRejectedException.class).hasMessageContaining("no credentials");
    }

    @Test
    void aLostAnswerToTheStartIsAskedForAgainUnderTheSameToken() {
        athena.onStart.add(fails(SdkClientException.create("connection reset")));
        athena.onStart.add(fails(InternalServerException.builder()
                .statusCode(400)
                .message("try later")
                .build()));
        athena.fallback = states("SUCCEEDED");
        Received<ExecutionSnapshot> got = run();
        pass(10);
        assertThat(got.value()).isNotNull();
        assertThat(athena.starts).hasSize(3);
        assertThat(athena.starts)
                .extracting(StartQueryExecutionRequest::clientRequestToken)
                .containsOnly("token-1");
        assertThat(athena.stops).isEmpty();
    }

    @Test
    void cancelWhileTheStartIsOnItsWayStopsOnceTheIdIsKnown() {
        CompletableFuture<StartQueryExecutionResponse> answer = new CompletableFuture<>();
        athena.onStart.add(() -> answer);
        Received<ExecutionSnapshot> got = run();
        got.cancel();
        pass(10);
        assertThat(athena.stops).isEmpty();
        assertThat(answer).isNotCancelled();
        assertThat(queries.running()).isOne();
        answer.complete(started("late"));
        assertThat(athena.stops).containsExactly("late");
        assertThat(athena.batches).isEmpty();
        assertThat(followed).isEmpty();
    }

    @Test
    void cancelBeforeARefusedStartStopsNothing() {
        CompletableFuture<StartQueryExecutionResponse> answer = new CompletableFuture<>();
        athena.onStart.add(() -> answer);
        Received<ExecutionSnapshot> got = run();
        got.cancel();
        answer.completeExceptionally(invalid("no", "MALFORMED_QUERY"));
        pass(100);
        assertThat(athena.starts).hasSize(1);
        assertThat(athena.stops).isEmpty();
        assertThat(got.error()).isNull();
    }

    @Test
    void cancelBeforeALostAnswerStopsTheQueryThatMayRun() {
        CompletableFuture<StartQueryExecutionResponse> answer = new CompletableFuture<>();
        athena.onStart.add(() -> answer);
        Received<ExecutionSnapshot> got = run();
        got.cancel();
        answer.completeExceptionally(SdkClientException.create("connection reset"));
        pass(10);
        assertThat(athena.starts)
                .extracting(StartQueryExecutionRequest::clientRequestToken)
                .containsExactly("token-1", "token-1");
        assertThat(athena.stops).containsExactly("q2");
    }

    @Test
    void cancelWhileAThrottledStartPausesStartsNoMore() {
        athena.onStart.add(fails(throttled()));
        Received<ExecutionSnapshot> got = run();
        got.cancel();
        pass(100);
        assertThat(athena.starts).hasSize(1);
        assertThat(athena.stops).isEmpty();
    }

    @Test
    void cancelWhileALostStartPausesFindsOutAndStops() {
        athena.onStart.add(fails(SdkClientException.create("connection reset")));
        Received<ExecutionSnapshot> got = run();
        got.cancel();
        pass(100);
        assertThat(athena.starts).hasSize(2);
        assertThat(athena.stops).containsExactly("q2");
    }

    @Test
    void cancelBeforeAThrottledAnswerStopsNothing() {
        CompletableFuture<StartQueryExecutionResponse> answer = new CompletableFuture<>();
        athena.onStart.add(() -> answer);
        Received<ExecutionSnapshot> got = run();
        got.cancel();
        answer.completeExceptionally(throttled());
        pass(100);
        assertThat(athena.starts).hasSize(1);
        assertThat(athena.stops).isEmpty();
    }

    @Test
    void cancelOfARunningQueryStopsItOnce() {
        Received<ExecutionSnapshot> got = run();
        pass(3);
        got.cancel();
        got.cancel();
        int asked = athena.batches.size();
        pass(100);
        assertThat(athena.stops).containsExactly("q1");
        assertThat(athena.batches).as("nobody asks for it any more").hasSize(asked);
    }

    @Test
    void cancelAfterTheEndStopsNothing() {
        athena.fallback = states("SUCCEEDED");
        Received<ExecutionSnapshot> got = run();
        pass(1);
        got.cancel();
        pass(10);
        assertThat(got.value()).isNotNull();
        assertThat(athena.stops).isEmpty();
    }

    @Test
    void theTimeoutStopsTheQueryAndSaysHowFarItCame() {
        athena.fallback = states("QUEUED", "RUNNING");
        Received<ExecutionSnapshot> got = Received.from(queries.run(request(null, Duration.ofSeconds(5)), listener));
        pass(4);
        assertThat(got.error()).isNull();
        pass(1);
        QueryTimeoutException timeout = (QueryTimeoutException) got.error();
        assertThat(timeout.queryExecutionId()).isEqualTo("q1");
        assertThat(timeout.state()).isEqualTo(QueryState.RUNNING);
        assertThat(timeout.timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(athena.stops).containsExactly("q1");
        pass(100);
        assertThat(athena.stops).hasSize(1);
    }

    @Test
    void theTimeoutDoesNotWaitForTheAnswerToTheStart() {
        CompletableFuture<StartQueryExecutionResponse> answer = new CompletableFuture<>();
        athena.onStart.add(() -> answer);
        Received<ExecutionSnapshot> got = Received.from(queries.run(request(null, Duration.ofSeconds(5)), listener));
        pass(5);
        QueryTimeoutException timeout = (QueryTimeoutException) got.error();
        assertThat(timeout.queryExecutionId()).isNull();
        assertThat(timeout.state()).isEqualTo(QueryState.UNKNOWN);
        assertThat(athena.stops).isEmpty();
        answer.complete(started("late"));
        assertThat(athena.stops).containsExactly("late");
    }

    @Test
    void theTimeoutOfAQueryThatEndedIsGone() {
        athena.fallback = states("SUCCEEDED");
        Received<ExecutionSnapshot> got = Received.from(queries.run(request(null, Duration.ofSeconds(5)), listener));
        pass(100);
        assertThat(got.value()).isNotNull();
        assertThat(got.error()).isNull();
        assertThat(athena.stops).isEmpty();
    }

    @Test
    void aManagedWorkgroupIsAskedAgainWithoutAPlaceAndKnownFromThenOn() {
        athena.onStart.add(fails(
                invalid("ManagedQueryResultsConfiguration and ResultConfiguration cannot be set together", null)));
        athena.fallback = states("SUCCEEDED");
        Received<ExecutionSnapshot> got = run();
        pass(1);
        assertThat(got.value()).isNotNull();
        assertThat(athena.starts).hasSize(2);
        assertThat(athena.starts.get(1).resultConfiguration()).isNull();
        assertThat(athena.starts.get(1).clientRequestToken()).isNotEqualTo("token-1");
        run();
        pass(1);
        assertThat(athena.starts).hasSize(3);
        assertThat(athena.starts.get(2).resultConfiguration()).isNull();
    }

    @Test
    void cancelBeforeAManagedWorkgroupRefusesStartsNoMore() {
        CompletableFuture<StartQueryExecutionResponse> answer = new CompletableFuture<>();
        athena.onStart.add(() -> answer);
        Received<ExecutionSnapshot> got = run();
        got.cancel();
        answer.completeExceptionally(invalid("... cannot be set together", null));
        pass(10);
        assertThat(athena.starts).hasSize(1);
        assertThat(athena.stops).isEmpty();
    }

    @Test
    void aListenerThatThrowsEndsTheQuery() {
        ExecutionListener broken = new ExecutionListener() {
            @Override
            public void started(String id) {
                // fine so far
            }

            @Override
            public void seen(ExecutionSnapshot snapshot) {
                throw new IllegalStateException("listener broke");
            }
        };
        Received<ExecutionSnapshot> got = Received.from(queries.run(request(), broken));
        pass(1);
        assertThat(got.error()).hasMessage("listener broke");
        assertThat(athena.stops).containsExactly("q1");
    }

    @Test
    void aListenerThatThrowsAtTheEndStopsNothing() {
        athena.fallback = states("SUCCEEDED");
        ExecutionListener broken = new ExecutionListener() {
            @Override
            public void started(String id) {
                // fine so far
            }

            @Override
            public void seen(ExecutionSnapshot snapshot) {
                throw new IllegalStateException("listener broke");
            }
        };
        Received<ExecutionSnapshot> got = Received.from(queries.run(request(), broken));
        pass(1);
        assertThat(got.error()).hasMessage("listener broke");
        assertThat(athena.stops).isEmpty();
    }

    @Test
    void aListenerThatThrowsAtTheStartEndsTheQuery() {
        ExecutionListener broken = new ExecutionListener() {
            @Override
            public void started(String id) {
                throw new IllegalStateException("listener broke");
            }

            @Override
            public void seen(ExecutionSnapshot snapshot) {
                // never comes
            }
        };
        Received<ExecutionSnapshot> got = Received.from(queries.run(request(), broken));
        pass(5);
        assertThat(got.error()).hasMessage("listener broke");
        assertThat(athena.stops).containsExactly("q1");
        assertThat(athena.batches).isEmpty();
    }

    @Test
    void aQueryWhoseStateMayNotBeSeenIsStopped() {
        athena.batchError = denied("BatchGetQueryExecution");
        athena.singleError = denied("GetQueryExecution");
        Received<ExecutionSnapshot> got = run();
        pass(2);
        assertThat(got.error())
                .isInstanceOf(ResultReadException.class)
                .hasMessageContaining("not authorized to perform GetQueryExecution");
        assertThat(((SluiceException) got.error()).isRetryable()).isFalse();
        assertThat(athena.stops).containsExactly("q1");
    }

    @Test
    void aResumedQueryIsAskedForAtOnceAndNeverStopped() {
        Received<ExecutionSnapshot> got = Received.from(queries.resume("theirs", null, listener));
        time.advanceTimeBy(Duration.ZERO);
        assertThat(athena.batches).containsExactly(List.of("theirs"));
        assertThat(athena.starts).isEmpty();
        got.cancel();
        pass(10);
        assertThat(athena.stops).isEmpty();
        assertThat(athena.batches).hasSize(1);
    }

    @Test
    void aResumedQueryMayTimeOutAndRunsOn() {
        Received<ExecutionSnapshot> got = Received.from(queries.resume("theirs", Duration.ofSeconds(2), listener));
        pass(2);
        assertThat(got.error()).isInstanceOf(QueryTimeoutException.class);
        assertThat(athena.stops).isEmpty();
    }

    @Test
    void stoppingCanBeSwitchedOff() {
        queries = executions(false);
        Received<ExecutionSnapshot> got = run();
        pass(1);
        got.cancel();
        pass(10);
        assertThat(athena.stops).isEmpty();
    }

    @Test
    void aStopThatIsThrottledIsTriedAgain() {
        athena.onStop.add(fails(throttled()));
        athena.onStop.add(fails(SdkClientException.create("connection reset")));
        Received<ExecutionSnapshot> got = run();
        pass(1);
        got.cancel();
        assertThat(queries.running()).isOne();
        pass(10);
        assertThat(athena.stops).containsExactly("q1", "q1", "q1");
    }

    @Test
    void aStopThatIsRefusedIsNotTriedAgain() {
        athena.onStop.add(fails(invalid("QueryExecution q1 was not found", null)));
        Received<ExecutionSnapshot> got = run();
        got.cancel();
        pass(100);
        assertThat(athena.stops).containsExactly("q1");
    }

    @Test
    void aStopThatMayNotBeSentIsGivenUp() {
        athena.onStop.add(fails(denied("StopQueryExecution")));
        Received<ExecutionSnapshot> got = run();
        got.cancel();
        pass(100);
        assertThat(athena.stops).containsExactly("q1");
    }

    @Test
    void aStopIsGivenUpAfterEightTries() {
        for (int i = 0; i < 20; i++) {
            athena.onStop.add(fails(throttled()));
        }
        Received<ExecutionSnapshot> got = run();
        got.cancel();
        pass(1000);
        assertThat(athena.stops).hasSize(8);
    }

    @Test
    void closingEndsWhatRunsAndWaitsForItsStops() {
        CompletableFuture<StopQueryExecutionResponse> stopped = new CompletableFuture<>();
        athena.onStop.add(() -> stopped);
        Received<ExecutionSnapshot> got = run();
        pass(1);
        Received<Void> closing = Received.from(queries.close());
        assertThat(got.error()).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
        assertThat(closing.ended()).isFalse();
        stopped.complete(null);
        assertThat(closing.completed()).isTrue();
        Received<ExecutionSnapshot> late = run();
        assertThat(late.error()).isInstanceOf(IllegalStateException.class);
        assertThat(athena.starts).hasSize(1);
    }
}
