package dev.sluice.testkit.internal.athena;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.internal.result.ResultNames;
import dev.sluice.testkit.internal.result.StoredResult;
import java.time.Instant;
import java.util.Objects;

/** A query as GetQueryExecution and GetQueryRuntimeStatistics show it. */
final class ExecutionJson {
    private ExecutionJson() {}

    static ObjectNode of(QueryExecution execution) {
        Submission work = execution.submission();
        QueryExecution.Status status = execution.status();
        ObjectNode json = Json.object();
        json.put("QueryExecutionId", work.id());
        json.put("Query", work.query());
        json.put("StatementType", work.info().kind().statementType());
        json.put("SubstatementType", work.info().substatementType());
        json.put("WorkGroup", work.workGroup());
        json.set(
                "EngineVersion",
                Json.object()
                        .put("SelectedEngineVersion", work.engineVersion())
                        .put("EffectiveEngineVersion", work.engineVersion()));
        json.set("QueryExecutionContext", work.context() instanceof ObjectNode given ? given : Json.object());
        ResultNames names = status.names();
        if (names != null) {
            ObjectNode configuration =
                    Json.object().put("OutputLocation", names.object().toString());
            configuration.setAll((ObjectNode) work.configuration());
            json.set("ResultConfiguration", configuration);
        }
        if (!work.managed().isMissingNode()) {
            json.set("ManagedQueryResultsConfiguration", work.managed());
        }
        ObjectNode reuse = json.putObject("ResultReuseConfiguration").putObject("ResultReuseByAgeConfiguration");
        reuse.put("Enabled", work.reuseMinutes() >= 0);
        if (work.reuseMinutes() >= 0) {
            reuse.put("MaxAgeInMinutes", work.reuseMinutes());
        }
        if (!work.parameters().isEmpty()) {
            work.parameters().forEach(json.putArray("ExecutionParameters")::add);
        }
        json.set("Status", status(status));
        json.set("Statistics", statistics(status));
        return json;
    }

    private static ObjectNode status(QueryExecution.Status status) {
        ObjectNode json = Json.object().put("State", status.state().name());
        if (status.reason() != null) {
            json.put("StateChangeReason", status.reason());
        }
        Json.time(json, "SubmissionDateTime", status.submitted());
        Json.time(json, "CompletionDateTime", status.completed());
        EngineException error = status.error();
        if (error != null) {
            json.putObject("AthenaError")
                    .put("ErrorCategory", error.errorCategory())
                    .put("ErrorType", error.errorType())
                    .put("Retryable", error.retryable())
                    .put("ErrorMessage", error.getMessage());
        }
        return json;
    }

    private static ObjectNode statistics(QueryExecution.Status status) {
        ObjectNode json = timeline(status);
        StoredResult result = status.result();
        json.put("DataScannedInBytes", scanned(status));
        ResultNames names = status.names();
        if (result != null && names != null && names.manifest() != null) {
            json.put("DataManifestLocation", names.manifest().toString());
        }
        json.putObject("ResultReuseInformation").put("ReusedPreviousResult", status.reused());
        return json;
    }

    /** The engines do not say what they read, so what they yielded stands in for it. */
    private static long scanned(QueryExecution.Status status) {
        StoredResult result = status.result();
        return result == null || status.reused() ? 0 : result.outputBytes();
    }

    private static ObjectNode timeline(QueryExecution.Status status) {
        Instant end = Objects.requireNonNullElse(status.completed(), Instant.now());
        Instant started = Objects.requireNonNullElse(status.started(), end);
        return Json.object()
                .put("QueryQueueTimeInMillis", Json.millis(status.submitted(), started))
                .put("ServicePreProcessingTimeInMillis", 0)
                .put("QueryPlanningTimeInMillis", 0)
                .put("EngineExecutionTimeInMillis", Json.millis(started, end))
                .put("ServiceProcessingTimeInMillis", 0)
                .put("TotalExecutionTimeInMillis", Json.millis(status.submitted(), end));
    }

    static ObjectNode runtimeStatistics(QueryExecution execution) {
        QueryExecution.Status status = execution.status();
        ObjectNode json = Json.object();
        json.set("Timeline", timeline(status));
        StoredResult result = status.result();
        if (result != null) {
            json.putObject("Rows")
                    .put("InputRows", result.outputRows())
                    .put("InputBytes", scanned(status))
                    .put("OutputRows", result.outputRows())
                    .put("OutputBytes", result.outputBytes());
        }
        return json;
    }
}
