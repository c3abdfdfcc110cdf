package dev.sluice.testkit.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo tables: their columns, their size, and that they are the same each time. */
class DemoDataTest {
    @TempDir
    Path directory;

    @Test
    void tablesHaveTheColumnsOthersRelyOn() throws Exception {
        try (EngineFixture fixture = new EngineFixture(directory)) {
            assertThat(fixture.lines("SHOW TABLES IN pypi"))
                    .containsExactly("calendar", "downloads", "events_json", "nested_downloads");
            assertThat(fixture.schema("SELECT * FROM pypi.downloads"))
                    .containsExactly(
                            "timestamp timestamp(3)",
                            "project varchar",
                            "version varchar",
                            "file_name varchar",
                            "file_type varchar",
                            "country_code varchar",
                            "python_version varchar",
                            "installer_name varchar",
                            "installer_version varchar",
                            "system_name varchar",
                            "cpu varchar",
                            "size_bytes bigint",
                            "duration_seconds double",
                            "cached boolean",
                            "day date");
            assertThat(fixture.schema("SELECT * FROM pypi.nested_downloads"))
                    .containsExactly(
                            "timestamp timestamp(3)",
                            "file row(project varchar, version varchar)",
                            "requires array(row(name varchar, pinned boolean))",
                            "labels map(varchar, varchar)",
                            "retries array(bigint)");
            assertThat(fixture.schema("SELECT * FROM pypi.events_json"))
                    .containsExactly("id bigint", "timestamp timestamp(3)", "event varchar");
            assertThat(fixture.schema("SELECT * FROM pypi.calendar"))
                    .containsExactly(
                            "day date",
                            "opened timestamp(3)",
                            "revenue decimal(12,2)",
                            "weekday tinyint",
                            "week smallint",
                            "holiday boolean",
                            "share real",
                            "raw varbinary");
        }
    }

    @Test
    void columnsHaveNullsAndFewOrManyValuesAsDownloadsHave() throws Exception {
        try (EngineFixture fixture = new EngineFixture(directory, builder -> builder.demoRows(20_000))) {
            assertThat(fixture.texts("SELECT count(*), count(DISTINCT file_type), count(DISTINCT country_code) > 10,"
                            + " count(DISTINCT project) BETWEEN 1000 AND 5100, count(DISTINCT file_name) > 19000,"
                            + " count(country_code) BETWEEN 18500 AND 19500, count(project), min(size_bytes) >= 0"
                            + " FROM pypi.downloads"))
                    .containsExactly(List.of("20000", "2", "true", "true", "true", "true", "20000", "true"));
        }
    }

    @Test
    void theRowsAreTheSameHoweverManyAreMade() throws Exception {
        String sum = "SELECT sum(size_bytes), min(file_name), max(\"timestamp\"), count(*) FROM pypi.downloads";
        List<List<String>> first;
        try (EngineFixture fixture = new EngineFixture(directory, builder -> builder.demoRows(150_000))) {
            first = fixture.texts(sum);
        }
        try (EngineFixture fixture = new EngineFixture(
                directory, builder -> builder.demoRows(150_000).threads(1))) {
            assertThat(fixture.texts(sum)).isEqualTo(first);
        }
        try (EngineFixture few = new EngineFixture(directory, builder -> builder.demoRows(10));
                EngineFixture many = new EngineFixture(directory, builder -> builder.demoRows(200_000))) {
            String row = "SELECT count(*) FROM pypi.downloads WHERE file_name = '"
                    + few.texts("SELECT file_name FROM pypi.downloads LIMIT 1")
                            .get(0)
                            .get(0) + "'";
            assertThat(Integer.parseInt(many.text(row))).isPositive();
        }
    }
}
