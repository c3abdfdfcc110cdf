package dev.sluice.testkit.internal.athena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.engine.StatementInfo;
import dev.sluice.testkit.engine.StatementRequest;
import dev.sluice.testkit.internal.athena.QueryExecution.State;
import dev.sluice.testkit.internal.result.ResultRows;
import dev.sluice.testkit.internal.result.S3Location;
import dev.sluice.testkit.internal.result.StoredResult;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.test.util.RaceTestUtils;

/** The states of a query, and who wins when two ends meet. */
class QueryExecutionTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final StoredResult RESULT = new StoredResult(List.of(), ResultRows.NONE, null, 0, 0, 0);

    @Test
    void goesFromQueuedThroughRunningToSucceeded() {
        QueryExecution query = query();
        assertThat(query.status().state()).isEqualTo(State.QUEUED);
        assertThat(query.status().started()).isNull();

        assertThat(query.run()).isTrue();
        assertThat(query.status().state()).isEqualTo(State.RUNNING);
        assertThat(query.status().completed()).isNull();

        assertThat(query.succeed(RESULT)).isTrue();
        QueryExecution.Status end = query.status();
        assertThat(end.state()).isEqualTo(State.SUCCEEDED);
        assertThat(end.result()).isSameAs(RESULT);
        assertThat(end.completed()).isEqualTo(NOW);
        assertThat(end.reason()).isNull();
        assertThat(end.reused()).isFalse();
        assertThat(String.valueOf(end.names().object())).isEqualTo("s3://results/id.csv");
    }

    @Test
    void goesBackToTheQueueOnlyFromRunning() {
        QueryExecution query = query();
        assertThat(query.requeue()).isFalse();
        query.run();
        assertThat(query.run()).isFalse();
        assertThat(query.requeue()).isTrue();
        assertThat(query.status().state()).isEqualTo(State.QUEUED);
        assertThat(query.run()).isTrue();
    }

    @Test
    void aQueryThatNeverRanCannotSucceed() {
        assertThatThrownBy(() -> query().succeed(RESULT)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void failureKeepsItsReasonAndError() {
        QueryExecution query = query();
        EngineException error = new EngineException(2, 1002, true, "DIVISION_BY_ZERO");
        assertThat(query.fail(error)).isTrue();

        assertThat(query.status().state()).isEqualTo(State.FAILED);
        assertThat(query.status().reason()).isEqualTo("DIVISION_BY_ZERO");
        assertThat(query.status().error()).isSameAs(error);
    }

    @Test
    void theFirstEndIsTheLast() {
        QueryExecution query = query();
        query.run();
        query.succeed(RESULT);

        assertThat(query.cancel()).isFalse();
        assertThat(query.fail(new EngineException(1, 1, false, "late"))).isFalse();
        assertThat(query.requeue()).isFalse();
        assertThat(query.run()).isFalse();
        assertThat(query.attach()).isFalse();
        assertThat(query.succeed(RESULT)).isFalse();
        assertThat(query.succeedWith(query.status())).isFalse();
        assertThat(query.status().state()).isEqualTo(State.SUCCEEDED);
        assertThat(query.status().reason()).isNull();
    }

    @Test
    void cancelInterruptsTheThreadThatRunsIt() {
        QueryExecution query = query();
        assertThat(query.attach()).isTrue();
        assertThat(query.isAttached()).isTrue();
        query.run();

        assertThat(query.cancel()).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(query.status().reason()).isEqualTo("Query cancelled by user");

        query.detach();
        assertThat(Thread.currentThread().isInterrupted())
                .as("taken back with the thread")
                .isFalse();
        assertThat(query.isAttached()).isFalse();
    }

    @Test
    void cancelInTheQueueNeedsNoThread() {
        QueryExecution query = query();
        assertThat(query.cancel()).isTrue();
        assertThat(query.attach()).isFalse();
        assertThat(query.status().state()).isEqualTo(State.CANCELLED);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void reuseTakesOverResultAndPlace() {
        QueryExecution earlier = query();
        earlier.run();
        earlier.succeed(RESULT);
        QueryExecution later = query("other");
        later.run();

        assertThat(later.succeedWith(earlier.status())).isTrue();
        assertThat(later.status().reused()).isTrue();
        assertThat(later.status().result()).isSameAs(RESULT);
        assertThat(later.status().names()).isEqualTo(earlier.status().names());
    }

    @Test
    void onlyOneOfCancelAndSuccessWins() {
        for (int i = 0; i < 500; i++) {
            QueryExecution query = query();
            query.run();
            boolean[] won = new boolean[2];
            RaceTestUtils.race(() -> won[0] = query.cancel(), () -> won[1] = query.succeed(RESULT));

            assertThat(won[0]).isNotEqualTo(won[1]);
            assertThat(query.status().state()).isEqualTo(won[0] ? State.CANCELLED : State.SUCCEEDED);
        }
    }

    static QueryExecution query() {
        return query("id");
    }

    static QueryExecution query(String id) {
        return new QueryExecution(
                new Submission(
                        id,
                        "SELECT 1",
                        new StatementRequest("SELECT 1", List.of(), "AwsDataCatalog", "default"),
                        new StatementInfo(StatementInfo.Kind.SELECT, "SELECT"),
                        "primary",
                        WorkGroups.ENGINE_VERSION,
                        List.of(),
                        Json.object(),
                        S3Location.directory("s3://results"),
                        Json.object(),
                        MissingNode.getInstance(),
                        -1,
                        null),
                Clock.fixed(NOW, ZoneOffset.UTC));
    }
}
