package dev.sluice.reader.internal.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.fs.S3Path;
import dev.sluice.reader.MalformedResultException;
import dev.sluice.reader.QueryState;
import dev.sluice.reader.QueryStatistics;
import dev.sluice.reader.internal.query.ExecutionSnapshot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultPlannerTest {
    private static final S3Path TARGET = S3Path.parse("s3://b/unload/1/");
    private String statement = "SELECT 1";
    private String output = "s3://b/out/q.csv";
    private String manifest;
    private boolean managed;
    private boolean encrypted;
    private String kind = "SELECT";

    private ResultPlan plan(ResultPath path, S3Path target) {
        QueryStatistics statistics = new QueryStatistics(null, null, null, null, null, null, false, "DML", kind);
        return ResultPlanner.plan(
                new ExecutionSnapshot(
                        "q", QueryState.SUCCEEDED, statement, output, manifest, managed, encrypted, statistics, null),
                path,
                target);
    }

    @Test
    void aQueryIsReadFromItsObject() {
        assertThat(plan(ResultPath.AUTO, null)).isEqualTo(new ResultPlan.Csv(S3Path.parse("s3://b/out/q.csv")));
        assertThat(plan(ResultPath.CSV, null)).isEqualTo(new ResultPlan.Csv(S3Path.parse("s3://b/out/q.csv")));
    }

    @Test
    void theObjectIsTheOneAthenaNamesWhateverItsKey() {
        output = "s3://enforced/elsewhere/an-earlier-query.csv";
        assertThat(plan(ResultPath.AUTO, null))
                .isEqualTo(new ResultPlan.Csv(S3Path.parse("s3://enforced/elsewhere/an-earlier-query.csv")));
    }

    @Test
    void aShowIsReadAsLines() {
        output = "s3://b/out/q.txt";
        kind = "SHOW_TABLES";
        assertThat(plan(ResultPath.AUTO, null)).isEqualTo(new ResultPlan.Lines(S3Path.parse("s3://b/out/q.txt")));
    }

    @ParameterizedTest
    @EnumSource(
            value = ResultPath.class,
            names = {"AUTO", "CSV", "PAGES"})
    void managedResultsComeAsPages(ResultPath path) {
        managed = true;
        assertThat(plan(path, null)).isEqualTo(new ResultPlan.Pages());
    }

    @Test
    void aResultWithoutALocationComesAsPages() {
        output = null;
        assertThat(plan(ResultPath.CSV, null)).isEqualTo(new ResultPlan.Pages());
    }

    @Test
    void aClientSideEncryptedResultComesAsPages() {
        encrypted = true;
        assertThat(plan(ResultPath.AUTO, null)).isEqualTo(new ResultPlan.Pages());
    }

    @Test
    void anObjectOfAnUnknownKindIsLeftAlone() {
        output = "s3://b/out/q";
        assertThat(plan(ResultPath.AUTO, null)).isEqualTo(new ResultPlan.Pages());
    }

    @Test
    void pagesAreReadWhereTheyAreChosen() {
        assertThat(plan(ResultPath.PAGES, null)).isEqualTo(new ResultPlan.Pages());
    }

    @Test
    void anUnloadOfOursIsReadByItsManifestInItsTarget() {
        manifest = "s3://b/out/q-manifest.csv";
        assertThat(plan(ResultPath.UNLOAD, TARGET))
                .isEqualTo(new ResultPlan.Files(S3Path.parse("s3://b/out/q-manifest.csv"), TARGET));
        manifest = null;
        assertThat(plan(ResultPath.UNLOAD, TARGET)).isEqualTo(new ResultPlan.Files(null, TARGET));
    }

    @Test
    void anUnloadOfSomebodyElseIsKnownByItsStatement() {
        statement = "-- theirs\nUNLOAD (SELECT 1 AS a) TO 's3://x/' WITH (format = 'PARQUET')";
        manifest = "s3://b/out/q-manifest.csv";
        kind = null;
        assertThat(plan(ResultPath.AUTO, null))
                .isEqualTo(new ResultPlan.Files(S3Path.parse("s3://b/out/q-manifest.csv"), null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"CREATE_TABLE_AS_SELECT", "INSERT", "UPDATE", "DELETE", "MERGE"})
    void whatWritesHasNoRows(String kindOfWrite) {
        kind = kindOfWrite;
        output = "s3://b/out/tables/q";
        assertThat(plan(ResultPath.AUTO, null)).isEqualTo(new ResultPlan.Written());
    }

    @Test
    void whatWritesIsKnownByItsManifestWhereTheKindIsNotTold() {
        kind = null;
        statement = null;
        manifest = "s3://b/out/q-manifest.csv";
        assertThat(plan(ResultPath.AUTO, null)).isEqualTo(new ResultPlan.Written());
    }

    @Test
    void aLocationThatIsNoneIsAnError() {
        output = "hdfs://b/out/q.csv";
        assertThatExceptionOfType(MalformedResultException.class)
                .isThrownBy(() -> plan(ResultPath.AUTO, null))
                .withMessageContaining("hdfs://b/out/q.csv");
    }
}
