package dev.sluice.testkit.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of a directory as tables of the database {@code default}. */
class DataDirectoryTest {
    @TempDir
    Path directory;

    @TempDir
    Path data;

    @Test
    void parquetCsvAndJsonBecomeTables() throws Exception {
        DuckDbFiles.execute(
                "COPY (SELECT 1::SMALLINT AS \"Id\", 1.5::DECIMAL(5, 2) AS price, TIMESTAMP '2024-01-01 00:00:00.123456' AS at,"
                        + " [1, NULL] AS l) TO '" + data.resolve("Sales-2024.parquet") + "' (FORMAT parquet)",
                "COPY (SELECT i AS n, i % 2 AS part FROM range(4) t(i)) TO '" + data.resolve("parts")
                        + "' (FORMAT parquet, PARTITION_BY (part))");
        Files.writeString(data.resolve("people.csv"), "Name,Born\nAda,1815-12-10\n\"de, facto\",\n");
        Files.writeString(data.resolve("events.ndjson"), "{\"a\": 1, \"b\": {\"c\": \"x\"}}\n{\"a\": null}\n");
        Files.writeString(data.resolve("notes.txt"), "not a table");
        Files.writeString(data.resolve(".hidden.csv"), "a\n1\n");
        try (EngineFixture fixture = new EngineFixture(directory, builder -> builder.data(data))) {
            assertThat(fixture.lines("SHOW TABLES")).containsExactly("events", "parts", "people", "sales_2024");
            assertThat(fixture.schema("SELECT * FROM sales_2024"))
                    .containsExactly("id smallint", "price decimal(5,2)", "at timestamp(3)", "l array(integer)");
            assertThat(fixture.texts("SELECT * FROM sales_2024"))
                    .containsExactly(List.of("1", "1.50", "2024-01-01 00:00:00.123", "[1, null]"));
            assertThat(fixture.texts("SELECT sum(n), part FROM parts GROUP BY part ORDER BY part"))
                    .containsExactly(List.of("2", "0"), List.of("4", "1"));
            assertThat(fixture.texts("SELECT * FROM people ORDER BY name"))
                    .containsExactly(List.of("Ada", "1815-12-10"), Arrays.asList("de, facto", null));
            assertThat(fixture.texts("SELECT a, b.c FROM events ORDER BY a"))
                    .containsExactly(List.of("1", "x"), Arrays.asList(null, null));
            assertThat(fixture.engine()
                            .catalog()
                            .table("default", "people")
                            .orElseThrow()
                            .tableType())
                    .isEqualTo("EXTERNAL_TABLE");
            assertThat(fixture.files("UNLOAD (SELECT * FROM sales_2024) TO 's3://results/x/' WITH (format = 'PARQUET')")
                            .rowCount())
                    .isOne();
        }
    }

    @Test
    void oddNamesBecomeNamesOfTables() throws Exception {
        Files.writeString(data.resolve("odd name's.csv"), "a,b\n1,x\n");
        Files.writeString(data.resolve("v1.2.csv"), "a\n1\n");
        Files.writeString(Files.createDirectory(data.resolve("sub dir")).resolve("x.csv"), "a\n2\n");
        Files.writeString(Files.createDirectory(data.resolve("ünï")).resolve("x.csv"), "a\n3\n");
        Files.createDirectory(data.resolve("nothing"));
        try (EngineFixture fixture = new EngineFixture(directory, builder -> builder.data(data))) {
            assertThat(fixture.lines("SHOW TABLES")).containsExactly("odd_name_s", "sub_dir", "v1", "ünï");
            assertThat(fixture.text("SELECT b FROM odd_name_s")).isEqualTo("x");
            assertThat(fixture.text("SELECT a FROM sub_dir")).isEqualTo("2");
            assertThat(fixture.text("SELECT a FROM \"ünï\"")).isEqualTo("3");
        }
    }

    @Test
    void twoFilesOfOneTableAreRefusedAndNamed() throws Exception {
        Files.writeString(data.resolve("v1.csv"), "a\n1\n");
        Files.writeString(data.resolve("V1.2.csv"), "a\n1\n");
        assertThatThrownBy(() -> new EngineFixture(directory, builder -> builder.data(data))
                        .engine()
                        .catalog())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("v1.csv")
                .hasMessageContaining("V1.2.csv")
                .hasMessageContaining("table v1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"broken.parquet", "broken.csv.gz", "broken.json"})
    void aFileThatIsNoTableIsRefusedAndNamed(String name) throws Exception {
        Files.writeString(data.resolve(name), "no such \0 file {");
        assertThatThrownBy(() -> new EngineFixture(directory, builder -> builder.data(data))
                        .engine()
                        .catalog())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name)
                .hasMessageContaining("can't be read as a table");
    }

    @Test
    void anEmptyFileIsATableWithoutRows() throws Exception {
        Files.createFile(data.resolve("empty.csv"));
        try (EngineFixture fixture = new EngineFixture(directory, builder -> builder.data(data))) {
            assertThat(fixture.text("SELECT count(*) FROM empty")).isEqualTo("0");
        }
    }
}
