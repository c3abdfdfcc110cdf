package dev.sluice.testkit.internal.athena;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.regex.Pattern;

/** CreatePreparedStatement and its like. */
final class PreparedStatementOperations {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_@:]{1,256}");
    private static final int MAX_NAME = 256;
    private static final int MAX_QUERY = 262_144;
    private static final int MAX_PAGE = 50;

    private final PreparedStatements statements;
    private final WorkGroups groups;

    PreparedStatementOperations(PreparedStatements statements, WorkGroups groups) {
        this.statements = statements;
        this.groups = groups;
    }

    ObjectNode create(ApiRequest request) {
        statements.create(group(request), name(request), query(request), request.optional("Description", 1, 1024));
        return Json.object();
    }

    ObjectNode update(ApiRequest request) {
        statements.update(group(request), name(request), query(request), request.optional("Description", 1, 1024));
        return Json.object();
    }

    ObjectNode delete(ApiRequest request) {
        statements.delete(group(request), name(request));
        return Json.object();
    }

    ObjectNode get(ApiRequest request) {
        ObjectNode answer = Json.object();
        answer.set("PreparedStatement", json(statements.get(group(request), name(request))));
        return answer;
    }

    ObjectNode list(ApiRequest request) {
        List<ObjectNode> all = statements.names(group(request)).stream()
                .map(statement -> {
                    ObjectNode summary = Json.object().put("StatementName", statement.name());
                    Json.time(summary, "LastModifiedTime", statement.modified());
                    return summary;
                })
                .toList();
        int max = request.number("MaxResults", 1, MAX_PAGE, MAX_PAGE);
        return Page.of(all, request.pageStart(), max).put("PreparedStatements");
    }

    private static ObjectNode json(PreparedStatements.Statement statement) {
        ObjectNode json = Json.object();
        json.put("StatementName", statement.name());
        json.put("QueryStatement", statement.sql());
        json.put("WorkGroupName", statement.workGroup());
        if (statement.description() != null) {
            json.put("Description", statement.description());
        }
        Json.time(json, "LastModifiedTime", statement.modified());
        return json;
    }

    private String group(ApiRequest request) {
        return groups.get(request.required("WorkGroup", 1, 128)).name();
    }

    private static String name(ApiRequest request) {
        String name = request.required("StatementName", 1, MAX_NAME);
        request.matching("StatementName", NAME);
        return name;
    }

    private static String query(ApiRequest request) {
        return request.required("QueryStatement", 1, MAX_QUERY);
    }
}
