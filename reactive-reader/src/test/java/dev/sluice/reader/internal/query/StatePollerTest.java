package dev.sluice.reader.internal.query;

import static dev.sluice.reader.fake.FakeAthena.denied;
import static dev.sluice.reader.fake.FakeAthena.execution;
import static dev.sluice.reader.fake.FakeAthena.fails;
import static dev.sluice.reader.fake.FakeAthena.invalid;
import static dev.sluice.reader.fake.FakeAthena.states;
import static dev.sluice.reader.fake.FakeAthena.throttled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.reader.PollBackoff;
import dev.sluice.reader.QueryState;
import dev.sluice.reader.ResultReadException;
import dev.sluice.reader.fake.FakeAthena;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.test.scheduler.VirtualTimeScheduler;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.athena.model.GetQueryExecutionResponse;

/** Many waiting for many queries: how often Athena is asked, and what becomes of odd answers. */
class StatePollerTest {
    private static final PollBackoff STEADY = new PollBackoff(Duration.ofSeconds(1), Duration.ofSeconds(1), 1, 0);

    private final FakeAthena athena = new FakeAthena();
    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private StatePoller poller = poller(STEADY);

    private StatePoller poller(PollBackoff backoff) {
        return new StatePoller(
                athena,
                new ControlLoop(time, () -> time.now(TimeUnit.NANOSECONDS)),
                backoff,
                new java.util.Random(7)::nextDouble);
    }

    private static final class Seen implements Watcher {
        final List<QueryState> states = new ArrayList<>();
        final List<Throwable> errors = new ArrayList<>();

        @Override
        public void seen(ExecutionSnapshot snapshot) {
            states.add(snapshot.state());
        }

        @Override
        public void lost(Throwable error) {
            errors.add(error);
        }
    }

    private Seen watch(String id) {
        Seen seen = new Seen();
        Disposable unused = poller.watch(id, seen, false);
        return seen;
    }

    private List<Seen> watchMany(int count) {
        List<Seen> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(watch("id" + i));
        }
        return all;
    }

    private void pass(long millis) {
        time.advanceTimeBy(Duration.ofMillis(millis));
    }

    @Test
    void twentyThousandAnswersLeaveTheStackFlat() {
        int[] left = {20_000};
        int[] deepest = {0};
        athena.fallback = id -> {
            deepest[0] = Math.max(deepest[0], Thread.currentThread().getStackTrace().length);
            return execution(id, left[0]-- > 0 ? "RUNNING" : "SUCCEEDED");
        };
        Seen seen = watch("slow");
        pass(20_001_000L);
        assertThat(seen.states).hasSize(20_001).endsWith(QueryState.SUCCEEDED);
        assertThat(deepest[0]).isLessThan(200);
    }

    @Test
    void fiveHundredWaitersCostTenCallsARound() {
        poller = poller(new PollBackoff(Duration.ofSeconds(1), Duration.ofSeconds(1), 1, 0.1));
        List<Seen> all = watchMany(500);
        pass(1_100);
        assertThat(athena.batches).hasSize(10).allSatisfy(ids -> assertThat(ids).hasSize(50));
        assertThat(all).allSatisfy(seen -> assertThat(seen.states).hasSize(1));
        pass(10_000);
        assertThat(athena.batches.size()).isBetween(90, 130);
        assertThat(athena.singles).isEmpty();
    }

    @Test
    void aCallThatHasRoomTakesThoseWhoAreNotDueYet() {
        watch("a");
        pass(500);
        watch("b");
        pass(500);
        assertThat(athena.batches).containsExactly(List.of("a", "b"));
    }

    @Test
    void intervalsGrowToTheirLimit() {
        poller = poller(new PollBackoff(Duration.ofMillis(100), Duration.ofSeconds(1), 2, 0));
        List<Long> asked = new ArrayList<>();
        athena.fallback = id -> {
            asked.add(time.now(TimeUnit.MILLISECONDS));
            return execution(id, "RUNNING");
        };
        watch("a");
        pass(5_000);
        assertThat(asked.subList(0, 7)).containsExactly(100L, 300L, 700L, 1_500L, 2_500L, 3_500L, 4_500L);
    }

    @Test
    void whereTheBatchCallIsDeniedEachIsAskedForAloneFromThenOn() {
        athena.batchError = denied("BatchGetQueryExecution");
        List<Seen> all = watchMany(3);
        pass(1_000);
        assertThat(athena.batches).hasSize(1);
        assertThat(athena.singles).containsExactlyInAnyOrder("id0", "id1", "id2");
        assertThat(all).allSatisfy(seen -> assertThat(seen.states).containsExactly(QueryState.RUNNING));
        athena.batchError = null;
        Seen late = watch("late");
        pass(5_000);
        assertThat(athena.batches).hasSize(1);
        assertThat(late.states).isNotEmpty();
    }

    @Test
    void queuedBatchesBecomeSingleCallsOnceTheBatchCallIsDenied() {
        List<CompletableFuture<software.amazon.awssdk.services.athena.model.BatchGetQueryExecutionResponse>> held =
                new ArrayList<>();
        for (int i = 0; i < StatePoller.CONCURRENCY; i++) {
            CompletableFuture<software.amazon.awssdk.services.athena.model.BatchGetQueryExecutionResponse> call =
                    new CompletableFuture<>();
            held.add(call);
            athena.onBatch.add(() -> call);
        }
        List<Seen> all = watchMany(600);
        pass(1_000);
        assertThat(athena.batches).hasSize(10);
        held.forEach(call -> call.completeExceptionally(denied("BatchGetQueryExecution")));
        pass(1_000);
        assertThat(athena.batches).hasSize(10);
        assertThat(all).allSatisfy(seen -> assertThat(seen.states).isNotEmpty());
    }

    @Test
    void singleCallsAreBoundedToo() {
        athena.batchError = denied("BatchGetQueryExecution");
        List<CompletableFuture<GetQueryExecutionResponse>> held = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            athena.onSingle.add(() -> {
                CompletableFuture<GetQueryExecutionResponse> call = new CompletableFuture<>();
                held.add(call);
                return call;
            });
        }
        watchMany(100);
        pass(1_000);
        assertThat(held).hasSize(StatePoller.CONCURRENCY);
        for (int i = 0; i < 100; i++) {
            held.get(i)
                    .complete(GetQueryExecutionResponse.builder()
                            .queryExecution(execution("any", "SUCCEEDED"))
                            .build());
        }
        assertThat(athena.singles).hasSize(100).doesNotHaveDuplicates();
    }

    @Test
    void anIdThatIsLeftOutIsAskedForAgainAndThenAlone() {
        athena.executions.put("odd", id -> null);
        Seen odd = watch("odd");
        Seen fine = watch("fine");
        athena.onSingle.add(fails(invalid("QueryExecution odd was not found", null)));
        pass(3_000);
        assertThat(athena.singles).isEmpty();
        pass(1_000);
        assertThat(athena.singles).containsExactly("odd");
        assertThat(odd.errors).singleElement().isInstanceOf(ResultReadException.class);
        assertThat(odd.errors.get(0)).hasMessageContaining("was not found");
        assertThat(fine.errors).isEmpty();
        assertThat(fine.states).hasSizeGreaterThanOrEqualTo(4);
    }

    @Test
    void anIdThatWasOnlyLeftOutForAWhileGoesBackToTheOthers() {
        int[] asked = {0};
        athena.executions.put("odd", id -> asked[0]++ < 3 ? null : execution(id, "RUNNING"));
        Seen odd = watch("odd");
        pass(4_000);
        assertThat(athena.singles).containsExactly("odd");
        assertThat(odd.states).containsExactly(QueryState.RUNNING);
        pass(2_000);
        assertThat(athena.singles).hasSize(1);
        assertThat(odd.states).hasSize(3);
    }

    @Test
    void oneBadIdDoesNotTakeTheOthersWithIt() {
        athena.onBatch.add(fails(invalid("'???' is no query execution id", null)));
        athena.onSingle.add(fails(invalid("'???' is no query execution id", null)));
        Seen bad = watch("???");
        Seen good = watch("good");
        pass(1_000);
        assertThat(bad.errors).hasSize(1);
        assertThat(good.states).containsExactly(QueryState.RUNNING);
        pass(1_000);
        assertThat(athena.batches)
                .as("the batch call goes on")
                .hasSize(2)
                .last()
                .isEqualTo(List.of("good"));
    }

    @Test
    void throttlingSlowsThePollingAndIsForgottenAfterwards() {
        List<Long> asked = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            athena.onBatch.add(() -> {
                asked.add(time.now(TimeUnit.SECONDS));
                return CompletableFuture.failedFuture(throttled());
            });
        }
        athena.fallback = id -> {
            asked.add(time.now(TimeUnit.SECONDS));
            return execution(id, "RUNNING");
        };
        Seen seen = watch("a");
        pass(50_000);
        assertThat(asked.subList(0, 8)).containsExactly(1L, 3L, 7L, 15L, 31L, 47L, 48L, 49L);
        assertThat(seen.errors).isEmpty();
    }

    @Test
    void throttlingIsNeverTheEndOfAQuery() {
        athena.batchError = throttled();
        Seen seen = watch("a");
        pass(3_600_000);
        assertThat(seen.errors).isEmpty();
        athena.batchError = null;
        athena.fallback = states("SUCCEEDED");
        pass(20_000);
        assertThat(seen.states).containsExactly(QueryState.SUCCEEDED);
    }

    @Test
    void aConnectionThatStaysBrokenIsGivenUpAfterThirtyTries() {
        athena.batchError = SdkClientException.create("connection refused");
        Seen seen = watch("a");
        pass(29_000);
        assertThat(seen.errors).isEmpty();
        pass(1_000);
        assertThat(seen.errors).singleElement().isInstanceOf(ResultReadException.class);
        assertThat(((ResultReadException) seen.errors.get(0)).isRetryable()).isTrue();
        pass(10_000);
        assertThat(athena.batches).hasSize(30);
    }

    @Test
    void aConnectionThatBreaksNowAndThenIsBorneForever() {
        for (int i = 0; i < 29; i++) {
            athena.onBatch.add(fails(SdkClientException.create("connection reset")));
        }
        Seen seen = watch("a");
        pass(30_000);
        assertThat(seen.states).hasSize(1);
        for (int i = 0; i < 29; i++) {
            athena.onBatch.add(fails(SdkClientException.create("connection reset")));
        }
        pass(30_000);
        assertThat(seen.errors).isEmpty();
        assertThat(seen.states).hasSize(2);
    }

    @Test
    void emptyAnswersAreBorne() {
        athena.onBatch.add(() -> CompletableFuture.completedFuture(null));
        athena.onBatch.add(() -> CompletableFuture.completedFuture(
                software.amazon.awssdk.services.athena.model.BatchGetQueryExecutionResponse.builder()
                        .build()));
        athena.onBatch.add(() -> CompletableFuture.completedFuture(
                software.amazon.awssdk.services.athena.model.BatchGetQueryExecutionResponse.builder()
                        .queryExecutions(software.amazon.awssdk.services.athena.model.QueryExecution.builder()
                                .build())
                        .build()));
        athena.onSingle.add(() -> CompletableFuture.completedFuture(
                GetQueryExecutionResponse.builder().build()));
        Seen seen = watch("a");
        pass(5_000);
        assertThat(seen.errors).isEmpty();
        assertThat(seen.states).containsExactly(QueryState.RUNNING);
    }

    @Test
    void twoWhoWaitForOneQueryShareTheQuestion() {
        Seen first = watch("a");
        Seen second = watch("a");
        pass(1_000);
        assertThat(athena.batches).containsExactly(List.of("a"));
        assertThat(first.states).containsExactly(QueryState.RUNNING);
        assertThat(second.states).containsExactly(QueryState.RUNNING);
    }

    @Test
    void oneWhoLeavesDoesNotStopTheOther() {
        Seen leaving = new Seen();
        Disposable leaver = poller.watch("a", leaving, false);
        Seen staying = watch("a");
        leaver.dispose();
        pass(1_000);
        assertThat(leaving.states).isEmpty();
        assertThat(staying.states).hasSize(1);
    }

    @Test
    void nobodyIsAskedForOnceAllHaveLeft() {
        Disposable only = poller.watch("a", new Seen(), false);
        pass(1_000);
        only.dispose();
        pass(10_000);
        assertThat(athena.batches).hasSize(1);
    }

    @Test
    void anEndedQueryIsAskedForNoMore() {
        athena.fallback = states("SUCCEEDED");
        Seen seen = watch("a");
        pass(10_000);
        assertThat(seen.states).containsExactly(QueryState.SUCCEEDED);
        assertThat(athena.batches).hasSize(1);
    }

    @Test
    void oneWhoAsksNowDoesNotWaitForTheInterval() {
        Seen seen = new Seen();
        Disposable unused = poller.watch("a", seen, true);
        pass(0);
        assertThat(seen.states).hasSize(1);
    }
}
