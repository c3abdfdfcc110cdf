package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.fault.Fault;
import dev.sluice.testkit.fault.Match;
import dev.sluice.testkit.scripted.Script;
import dev.sluice.testkit.scripted.ScriptedEngine;
import dev.sluice.testkit.scripted.ScriptedRows;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.athena.AthenaAsyncClient;
import software.amazon.awssdk.services.athena.model.InternalServerException;
import software.amazon.awssdk.services.athena.model.TooManyRequestsException;

/** What goes wrong on the way to Athena and back, and what the SDK makes of it. */
class FaultsTest {
    private final ScriptedEngine engine = ScriptedEngine.create();
    private Script script;
    private LocalAthena athena;
    private AthenaAsyncClient client;

    @BeforeEach
    void start() {
        script = engine.always().returns(ScriptedRows.of("n", "integer").row(1));
        athena = LocalAthena.builder().engine(engine).start();
        client = athena.newAthenaClient(
                settings -> settings.overrideConfiguration(c -> c.retryStrategy(s -> s.maxAttempts(1))));
    }

    @AfterEach
    void close() {
        athena.close();
    }

    @Test
    void throttlingIsAnswered() {
        athena.faults().on(Match.operation("StartQueryExecution").times(1)).thenThrottle();

        assertThat(Queries.failure(() -> start(client))).isInstanceOfSatisfying(AwsServiceException.class, e -> {
            assertThat(e.isThrottlingException()).isTrue();
            assertThat(e.statusCode()).isEqualTo(400);
        });
        assertThat(start(client)).isNotEmpty();
        assertThat(athena.calls("StartQueryExecution"))
                .extracting(AthenaCall::status)
                .containsExactly(400, 200);
        assertThat(athena.calls().get(0).body()).contains("SELECT 1");
        assertThat(script.requests()).hasSize(1);
    }

    @Test
    void tooManyQueriesNameTheirReason() {
        athena.faults().on(Match.operation("StartQueryExecution").times(1)).thenTooManyRequests();

        assertThat(Queries.failure(() -> start(client)))
                .isInstanceOfSatisfying(
                        TooManyRequestsException.class,
                        e -> assertThat(e.reasonAsString()).isEqualTo("CONCURRENT_QUERY_LIMIT_EXCEEDED"));
    }

    @Test
    void anErrorOfTheServiceIsAnswered() {
        athena.faults()
                .on(Match.operation("GetQueryExecution"))
                .thenStatus(500, "InternalServerException", "out of order");

        assertThat(Queries.failure(() ->
                        client.getQueryExecution(r -> r.queryExecutionId("x")).join()))
                .isInstanceOfSatisfying(InternalServerException.class, e -> {
                    assertThat(e.statusCode()).isEqualTo(500);
                    assertThat(e.awsErrorDetails().errorMessage()).isEqualTo("out of order");
                });
    }

    @Test
    void aDroppedAnswerToAStartIsRetriedUnderTheSameToken() {
        Fault dropped = athena.faults()
                .on(Match.operation("StartQueryExecution").times(1))
                .thenDropResponse();
        String id = start(athena.athenaClient());

        assertThat(dropped.fired()).isEqualTo(1);
        assertThat(athena.calls("StartQueryExecution")).hasSize(2);
        Queries.eventually("one execution", () -> script.executions() == 1);
        new Queries(athena).await(id);
        assertThat(script.requests()).as("started once").hasSize(1);
    }

    @Test
    void aFieldCanBeMissing() {
        String id = new Queries(athena).run("SELECT 1").queryExecutionId();
        athena.faults().on(Match.operation("GetQueryResults").times(1)).thenDropField("ResultSet.ResultSetMetadata");

        assertThat(client.getQueryResults(r -> r.queryExecutionId(id))
                        .join()
                        .resultSet()
                        .resultSetMetadata())
                .isNull();
    }

    private static String start(AthenaAsyncClient client) {
        return client.startQueryExecution(r -> r.queryString("SELECT 1")).join().queryExecutionId();
    }
}
