package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testkit.scripted.ScriptedEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.athena.model.QueryExecution;
import software.amazon.awssdk.services.athena.model.QueryExecutionState;

/** The local Athena as it starts by itself, and with data. */
class DefaultEngineTest {
    @Test
    void runsSqlAndUnloads() {
        try (LocalAthena athena = LocalAthena.start()) {
            Queries queries = new Queries(athena);
            QueryExecution select =
                    queries.run("SELECT * FROM (VALUES (1, 'a'), (2, NULL)) AS t (id, name) ORDER BY id");
            assertThat(select.status().stateChangeReason()).isNull();
            assertThat(queries.object(select.resultConfiguration().outputLocation()))
                    .isEqualTo("\"id\",\"name\"\n\"1\",\"a\"\n\"2\",\n");

            QueryExecution unload = queries.run(
                    "UNLOAD (SELECT 1 AS n) TO '" + athena.outputLocation() + "unloaded/' WITH (format = 'PARQUET')");
            assertThat(unload.status().state()).isEqualTo(QueryExecutionState.SUCCEEDED);
            String file =
                    queries.object(unload.statistics().dataManifestLocation()).strip();
            byte[] parquet = queries.bytes(file, b -> b.asByteArray());
            assertThat(parquet).startsWith('P', 'A', 'R', '1').endsWith('P', 'A', 'R', '1');
        }
    }

    @Test
    void makesTablesOfFiles(@TempDir Path data) throws IOException {
        Files.writeString(data.resolve("orders.csv"), "id,name\n7,seven\n");
        try (LocalAthena athena = LocalAthena.builder().data(data).start()) {
            Queries queries = new Queries(athena);
            QueryExecution query = queries.run("SELECT name FROM orders WHERE id = 7");
            assertThat(query.status().stateChangeReason()).isNull();
            assertThat(queries.pages(query.queryExecutionId(), 10)).containsExactly(List.of("name"), List.of("seven"));
        }
    }

    @Test
    void dataForAnotherEngineIsAMistake() {
        assertThatThrownBy(() -> LocalAthena.builder()
                        .engine(ScriptedEngine.create())
                        .demoData(1)
                        .start())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LocalAthena.builder().demoData(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LocalAthena.builder().concurrentQueries(0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aTakenPortIsNamed() {
        try (LocalAthena athena =
                LocalAthena.builder().engine(ScriptedEngine.create()).start()) {
            int port = athena.endpoint().getPort();
            assertThatThrownBy(() -> LocalAthena.builder()
                            .engine(ScriptedEngine.create())
                            .port(port)
                            .start())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(String.valueOf(port));
        }
    }
}
