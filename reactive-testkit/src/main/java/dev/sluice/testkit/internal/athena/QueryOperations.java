package dev.sluice.testkit.internal.athena;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Objects;

/** Start, look at, list and stop queries. */
final class QueryOperations {
    private static final int MAX_ID = 1024;
    private static final int MAX_BATCH = 50;
    private static final int MIN_TOKEN = 32;
    private static final int MAX_TOKEN = 128;

    private final QueryRegistry registry;
    private final WorkGroups groups;
    private final SubmissionReader reader;
    private final ExecutionRunner runner;

    QueryOperations(QueryRegistry registry, WorkGroups groups, SubmissionReader reader, ExecutionRunner runner) {
        this.registry = registry;
        this.groups = groups;
        this.reader = reader;
        this.runner = runner;
    }

    ObjectNode start(ApiRequest request) {
        String token = request.required("ClientRequestToken", MIN_TOKEN, MAX_TOKEN);
        ObjectNode asked = ((ObjectNode) request.json()).deepCopy();
        asked.remove("ClientRequestToken");
        QueryExecution execution = registry.start(token, asked.toString(), () -> reader.read(request), runner::submit);
        return Json.object().put("QueryExecutionId", execution.id());
    }

    ObjectNode get(ApiRequest request) {
        ObjectNode answer = Json.object();
        answer.set("QueryExecution", ExecutionJson.of(execution(request)));
        return answer;
    }

    ObjectNode batchGet(ApiRequest request) {
        List<String> ids = request.strings("QueryExecutionIds");
        if (ids.isEmpty() || ids.size() > MAX_BATCH) {
            throw ApiRequest.violation(
                    ids.toString(),
                    "QueryExecutionIds",
                    ids.isEmpty()
                            ? "Member must have length greater than or equal to 1"
                            : "Member must have length less than or equal to " + MAX_BATCH);
        }
        ObjectNode answer = Json.object();
        ArrayNode found = answer.putArray("QueryExecutions");
        ArrayNode missing = answer.putArray("UnprocessedQueryExecutionIds");
        for (String id : ids) {
            QueryExecution execution = registry.find(id);
            if (execution == null) {
                missing.addObject()
                        .put("QueryExecutionId", id)
                        .put("ErrorCode", "INVALID_INPUT")
                        .put("ErrorMessage", "QueryExecution " + id + " was not found");
            } else {
                found.add(ExecutionJson.of(execution));
            }
        }
        return answer;
    }

    ObjectNode stop(ApiRequest request) {
        execution(request).cancel();
        return Json.object();
    }

    ObjectNode list(ApiRequest request) {
        int max = request.number("MaxResults", 0, MAX_BATCH, MAX_BATCH);
        String group = groups.get(Objects.requireNonNullElse(
                        request.matching("WorkGroup", ApiRequest.WORK_GROUP), WorkGroups.PRIMARY))
                .name();
        ObjectNode answer = Json.object();
        ArrayNode ids = answer.putArray("QueryExecutionIds");
        List<QueryExecution> all = registry.executions().stream()
                .filter(e -> e.submission().workGroup().equals(group))
                .toList();
        // The token counts from the oldest: new queries come in at the front meanwhile.
        String token = request.optional("NextToken", 1, MAX_ID);
        int left = token == null ? all.size() : (int) Math.min(all.size(), PageToken.read(token, "list"));
        int size = Math.min(left, max == 0 ? MAX_BATCH : max);
        int from = all.size() - left;
        all.subList(from, from + size).forEach(e -> ids.add(e.id()));
        if (left > size) {
            answer.put("NextToken", PageToken.of("list", left - size));
        }
        return answer;
    }

    ObjectNode runtimeStatistics(ApiRequest request) {
        ObjectNode answer = Json.object();
        answer.set("QueryRuntimeStatistics", ExecutionJson.runtimeStatistics(execution(request)));
        return answer;
    }

    private QueryExecution execution(ApiRequest request) {
        return registry.get(request.required("QueryExecutionId", 1, MAX_ID));
    }
}
