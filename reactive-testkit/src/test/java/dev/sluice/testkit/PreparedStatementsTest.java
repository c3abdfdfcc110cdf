package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.scripted.Script;
import dev.sluice.testkit.scripted.ScriptedEngine;
import dev.sluice.testkit.scripted.ScriptedRows;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.athena.AthenaAsyncClient;
import software.amazon.awssdk.services.athena.model.InvalidRequestException;
import software.amazon.awssdk.services.athena.model.PreparedStatementSummary;
import software.amazon.awssdk.services.athena.model.QueryExecution;
import software.amazon.awssdk.services.athena.model.QueryExecutionState;
import software.amazon.awssdk.services.athena.model.ResourceNotFoundException;

/** Execution parameters and prepared statements. */
class PreparedStatementsTest {
    private final ScriptedEngine engine = ScriptedEngine.create();
    private Script script;
    private LocalAthena athena;
    private AthenaAsyncClient client;
    private Queries queries;

    @BeforeEach
    void start() {
        script = engine.always().returns(ScriptedRows.of("n", "integer").row(1));
        athena = LocalAthena.builder().engine(engine).start();
        client = athena.athenaClient();
        queries = new Queries(athena);
    }

    @AfterEach
    void close() {
        athena.close();
    }

    @Test
    void parametersReachTheEngineAsTheyCame() {
        QueryExecution query =
                queries.run(r -> r.queryString("SELECT ?, '?', ?").executionParameters("'a string'", "1"));

        assertThat(query.status().state()).isEqualTo(QueryExecutionState.SUCCEEDED);
        assertThat(query.executionParameters()).containsExactly("'a string'", "1");
        assertThat(script.requests())
                .singleElement()
                .satisfies(request -> assertThat(request.parameters()).containsExactly("'a string'", "1"));
    }

    @Test
    void aWrongNumberOfParametersFailsTheQuery() {
        for (List<String> parameters : List.of(List.of("1"), List.of("1", "2", "3"))) {
            QueryExecution query = queries.run(r -> r.queryString("SELECT ?, ?").executionParameters(parameters));
            assertThat(query.status().state()).isEqualTo(QueryExecutionState.FAILED);
            assertThat(query.status().stateChangeReason())
                    .contains("Incorrect number of parameters: expected 2 but found " + parameters.size());
            assertThat(query.status().athenaError().errorCategory()).isEqualTo(2);
        }
        assertThat(script.executions()).isZero();
    }

    @Test
    void executeRunsThePreparedTextWithItsValues() {
        create("by_id", "SELECT * FROM t WHERE id = ? AND name = ?");
        QueryExecution query = queries.run("EXECUTE by_id USING 7, 'a, b'");

        assertThat(query.status().state()).isEqualTo(QueryExecutionState.SUCCEEDED);
        assertThat(query.query()).isEqualTo("EXECUTE by_id USING 7, 'a, b'");
        assertThat(script.requests()).singleElement().satisfies(request -> {
            assertThat(request.sql()).isEqualTo("SELECT * FROM t WHERE id = ? AND name = ?");
            assertThat(request.parameters()).containsExactly("7", "'a, b'");
        });
    }

    @Test
    void executeTakesExecutionParametersToo() {
        create("one", "SELECT ?");
        queries.run(r -> r.queryString("execute one").executionParameters("5"));

        assertThat(script.requests())
                .singleElement()
                .satisfies(r -> assertThat(r.parameters()).containsExactly("5"));
    }

    @Test
    void prepareAndDeallocateAreStatementsToo() {
        assertThat(queries.run("PREPARE made FROM SELECT ?").status().state()).isEqualTo(QueryExecutionState.SUCCEEDED);
        assertThat(client.getPreparedStatement(r -> r.workGroup("primary").statementName("made"))
                        .join()
                        .preparedStatement()
                        .queryStatement())
                .isEqualTo("SELECT ?");
        assertThat(queries.run("DEALLOCATE PREPARE made;").status().state()).isEqualTo(QueryExecutionState.SUCCEEDED);
        assertThat(Queries.failure(() -> queries.start("EXECUTE made USING 1")))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("PreparedStatement made was not found");
        assertThat(script.executions()).isZero();
    }

    @Test
    void statementsAreMadeChangedListedAndDeleted() {
        create("b1", "SELECT 1");
        create("a1", "SELECT 2");
        assertThat(Queries.failure(() -> create("b1", "SELECT 3"))).hasMessageContaining("already exists");

        client.updatePreparedStatement(r -> r.workGroup("primary")
                        .statementName("b1")
                        .queryStatement("SELECT 4")
                        .description("four"))
                .join();
        var changed = client.getPreparedStatement(r -> r.workGroup("primary").statementName("b1"))
                .join()
                .preparedStatement();
        assertThat(changed.queryStatement()).isEqualTo("SELECT 4");
        assertThat(changed.description()).isEqualTo("four");
        assertThat(changed.workGroupName()).isEqualTo("primary");
        assertThat(client.listPreparedStatements(r -> r.workGroup("primary"))
                        .join()
                        .preparedStatements())
                .extracting(PreparedStatementSummary::statementName)
                .containsExactly("a1", "b1");

        client.deletePreparedStatement(r -> r.workGroup("primary").statementName("b1"))
                .join();
        assertThat(Queries.failure(() -> client.getPreparedStatement(
                                r -> r.workGroup("primary").statementName("b1"))
                        .join()))
                .isInstanceOfSatisfying(
                        ResourceNotFoundException.class,
                        e -> assertThat(e.resourceName()).isEqualTo("b1"));
    }

    private void create(String name, String sql) {
        client.createPreparedStatement(
                        r -> r.workGroup("primary").statementName(name).queryStatement(sql))
                .join();
    }
}
