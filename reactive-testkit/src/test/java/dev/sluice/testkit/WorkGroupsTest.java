package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testkit.scripted.ScriptedEngine;
import dev.sluice.testkit.scripted.ScriptedFiles;
import dev.sluice.testkit.scripted.ScriptedRows;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.athena.AthenaAsyncClient;
import software.amazon.awssdk.services.athena.model.EncryptionOption;
import software.amazon.awssdk.services.athena.model.InvalidRequestException;
import software.amazon.awssdk.services.athena.model.QueryExecution;
import software.amazon.awssdk.services.athena.model.QueryExecutionState;
import software.amazon.awssdk.services.athena.model.WorkGroupConfiguration;
import software.amazon.awssdk.services.athena.model.WorkGroupState;
import software.amazon.awssdk.services.athena.model.WorkGroupSummary;

/** Where results go and who decides it: workgroup or request. */
class WorkGroupsTest {
    private static LocalAthena athena;
    private static AthenaAsyncClient client;
    private static Queries queries;

    @BeforeAll
    static void start() {
        ScriptedEngine engine = ScriptedEngine.create();
        engine.always().returns(ScriptedRows.of("n", "integer").row(1));
        engine.when("unload").writes(ScriptedFiles.none().file("f", new byte[1]));
        athena = LocalAthena.builder()
                .engine(engine)
                .bucket("mine")
                .workGroup(WorkGroup.named("enforcing")
                        .outputLocation("s3://theirs/results")
                        .encryption("SSE_KMS", "key-1")
                        .enforcing())
                .workGroup(WorkGroup.named("lenient").outputLocation("s3://theirs/lenient/"))
                .workGroup(WorkGroup.named("nowhere"))
                .workGroup(WorkGroup.named("managed").managedResults())
                .workGroup(WorkGroup.named("off").outputLocation("s3://theirs/").disabled())
                .workGroup(WorkGroup.named("sealed")
                        .outputLocation("s3://theirs/sealed/")
                        .encryption("CSE_KMS", "key-2"))
                .start();
        client = athena.athenaClient();
        queries = new Queries(athena);
    }

    @AfterAll
    static void close() {
        athena.close();
    }

    @Test
    void anEnforcingWorkgroupWinsWithLocationAndEncryption() {
        QueryExecution query = queries.run(r -> r.queryString("SELECT 1")
                .workGroup("enforcing")
                .resultConfiguration(c -> c.outputLocation("s3://mine/")));

        assertThat(query.resultConfiguration().outputLocation())
                .isEqualTo("s3://theirs/results/" + query.queryExecutionId() + ".csv");
        assertThat(query.resultConfiguration().encryptionConfiguration().encryptionOption())
                .isEqualTo(EncryptionOption.SSE_KMS);
        assertThat(query.resultConfiguration().encryptionConfiguration().kmsKey())
                .isEqualTo("key-1");
        assertThat(queries.object(query.resultConfiguration().outputLocation())).isEqualTo("\"n\"\n\"1\"\n");
    }

    @Test
    void elsewhereTheRequestWins() {
        QueryExecution own = queries.run(r -> r.queryString("SELECT 1")
                .workGroup("lenient")
                .resultConfiguration(c ->
                        c.outputLocation("s3://mine/a/b").encryptionConfiguration(e -> e.encryptionOption("SSE_S3"))));
        assertThat(own.resultConfiguration().outputLocation())
                .isEqualTo("s3://mine/a/b/" + own.queryExecutionId() + ".csv");
        assertThat(own.resultConfiguration().encryptionConfiguration().encryptionOption())
                .isEqualTo(EncryptionOption.SSE_S3);

        QueryExecution theirs = queries.run(r -> r.queryString("SELECT 1").workGroup("lenient"));
        assertThat(theirs.resultConfiguration().outputLocation()).startsWith("s3://theirs/lenient/");
    }

    @Test
    void withoutAnyLocationTheStartIsRefused() {
        refused(
                "No output location provided. An output location is required either through the Workgroup result "
                        + "configuration setting or as an API input.",
                "nowhere");
    }

    @Test
    void aDisabledOrUnknownWorkgroupStartsNothing() {
        refused("WorkGroup off is disabled", "off");
        refused("WorkGroup unknown is not found.", "unknown");
    }

    private static void refused(String message, String group) {
        assertThat(Queries.failure(
                        () -> queries.start(r -> r.queryString("SELECT 1").workGroup(group))))
                .isInstanceOfSatisfying(InvalidRequestException.class, e -> {
                    assertThat(e.awsErrorDetails().errorMessage()).isEqualTo(message);
                    assertThat(e.athenaErrorCode()).isEqualTo("INVALID_INPUT");
                });
    }

    @Test
    void aMissingBucketOrBadLocationIsRefused() {
        assertThat(Queries.failure(() -> queries.start(r ->
                        r.queryString("SELECT 1").resultConfiguration(c -> c.outputLocation("s3://no-such-bucket/")))))
                .hasMessageContaining("Unable to verify/create output bucket no-such-bucket");
        assertThat(Queries.failure(() -> queries.start(
                        r -> r.queryString("SELECT 1").resultConfiguration(c -> c.outputLocation("/tmp")))))
                .hasMessageContaining("outputLocation is not a valid S3 path.");
    }

    @Test
    void managedResultsHaveNoObjectOnlyPages() {
        int before = athena.s3().store().list("athena-results", "").size();
        QueryExecution query = queries.run(r -> r.queryString("SELECT 1").workGroup("managed"));

        assertThat(query.status().state()).isEqualTo(QueryExecutionState.SUCCEEDED);
        assertThat(query.resultConfiguration()).isNull();
        assertThat(query.managedQueryResultsConfiguration().enabled()).isTrue();
        assertThat(queries.pages(query.queryExecutionId(), 1)).containsExactly(List.of("n"), List.of("1"));
        assertThat(athena.s3().store().list("athena-results", "")).hasSize(before);
    }

    @Test
    void managedResultsOfFilesHaveAManifestToAskForButNoObject() {
        QueryExecution query = queries.run(
                r -> r.queryString("UNLOAD (SELECT 1) TO 's3://mine/m/'").workGroup("managed"));

        assertThat(query.statistics().dataManifestLocation()).isNull();
        assertThat(Queries.rows(client.getQueryResults(r ->
                                r.queryExecutionId(query.queryExecutionId()).queryResultType("DATA_MANIFEST"))
                        .join()))
                .containsExactly(List.of("s3://mine/m/f"));
    }

    @Test
    void managedResultsAndAResultConfigurationAreRefusedTogether() {
        assertThat(Queries.failure(() -> queries.start(r -> r.queryString("SELECT 1")
                        .workGroup("managed")
                        .resultConfiguration(c -> c.outputLocation("s3://mine/")))))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining(
                        "ManagedQueryResultsConfiguration and ResultConfiguration cannot be set together");
    }

    @Test
    void anObjectUnderClientSideEncryptionIsNoiseButPagesAreServed() {
        QueryExecution query = queries.run(r -> r.queryString("SELECT 1").workGroup("sealed"));
        String location = query.resultConfiguration().outputLocation();

        assertThat(query.resultConfiguration().encryptionConfiguration().encryptionOption())
                .isEqualTo(EncryptionOption.CSE_KMS);
        String sealed = queries.bytes(location, b -> new String(b.asByteArray(), StandardCharsets.ISO_8859_1));
        assertThat(sealed).hasSize("\"n\"\n\"1\"\n".length()).isNotEqualTo("\"n\"\n\"1\"\n");
        assertThat(queries.pages(query.queryExecutionId(), 10)).containsExactly(List.of("n"), List.of("1"));
    }

    @Test
    void workgroupsAreMadeChangedListedAndDeleted() {
        client.createWorkGroup(r -> r.name("made")
                        .description("first")
                        .configuration(c -> c.resultConfiguration(o -> o.outputLocation("s3://mine/made/"))
                                .bytesScannedCutoffPerQuery(10_000_000L)))
                .join();
        var made = client.getWorkGroup(r -> r.workGroup("made")).join().workGroup();
        assertThat(made.state()).isEqualTo(WorkGroupState.ENABLED);
        assertThat(made.description()).isEqualTo("first");
        assertThat(made.configuration().enforceWorkGroupConfiguration()).isTrue();
        assertThat(made.configuration().engineVersion().effectiveEngineVersion())
                .isEqualTo("Athena engine version 3");
        assertThat(Queries.failure(
                        () -> client.createWorkGroup(r -> r.name("made")).join()))
                .hasMessageContaining("WorkGroup is already created");

        client.updateWorkGroup(r -> r.workGroup("made")
                        .state(WorkGroupState.DISABLED)
                        .configurationUpdates(c -> c.enforceWorkGroupConfiguration(false)
                                .resultConfigurationUpdates(o -> o.outputLocation("s3://mine/changed/"))
                                .removeBytesScannedCutoffPerQuery(true)))
                .join();
        WorkGroupConfiguration changed =
                client.getWorkGroup(r -> r.workGroup("made")).join().workGroup().configuration();
        assertThat(changed.enforceWorkGroupConfiguration()).isFalse();
        assertThat(changed.resultConfiguration().outputLocation()).isEqualTo("s3://mine/changed/");
        assertThat(changed.bytesScannedCutoffPerQuery()).isNull();

        assertThat(client.listWorkGroups(r -> r.maxResults(50)).join().workGroups())
                .extracting(WorkGroupSummary::name)
                .containsExactly("enforcing", "lenient", "made", "managed", "nowhere", "off", "primary", "sealed");
        client.deleteWorkGroup(r -> r.workGroup("made")).join();
        assertThat(Queries.failure(
                        () -> client.getWorkGroup(r -> r.workGroup("made")).join()))
                .hasMessageContaining("WorkGroup made is not found.");
    }

    @Test
    void aWorkgroupInUseIsDeletedOnlyWithAllItHolds() {
        client.createWorkGroup(r -> r.name("used")
                        .configuration(c -> c.resultConfiguration(o -> o.outputLocation("s3://mine/used/"))))
                .join();
        queries.run(r -> r.queryString("SELECT 1").workGroup("used"));

        assertThat(Queries.failure(
                        () -> client.deleteWorkGroup(r -> r.workGroup("used")).join()))
                .hasMessageContaining("WorkGroup used is not empty");
        client.deleteWorkGroup(r -> r.workGroup("used").recursiveDeleteOption(true))
                .join();
        assertThat(Queries.failure(() ->
                        client.deleteWorkGroup(r -> r.workGroup("primary")).join()))
                .isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void settingsThatContradictEachOtherAreRefused() {
        assertThat(Queries.failure(() -> client.createWorkGroup(r -> r.name("both")
                                .configuration(c -> c.resultConfiguration(o -> o.outputLocation("s3://mine/"))
                                        .managedQueryResultsConfiguration(m -> m.enabled(true))))
                        .join()))
                .hasMessageContaining("cannot be set together");
        assertThat(Queries.failure(() -> client.createWorkGroup(
                                r -> r.name("cutoff").configuration(c -> c.bytesScannedCutoffPerQuery(1L)))
                        .join()))
                .hasMessageContaining("10000000");
        assertThatThrownBy(() -> WorkGroup.named("not a name")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void listsItsEngineVersion() {
        assertThat(client.listEngineVersions(r -> {}).join().engineVersions())
                .hasSize(1)
                .allMatch(v -> v.effectiveEngineVersion().equals("Athena engine version 3"));
    }
}
