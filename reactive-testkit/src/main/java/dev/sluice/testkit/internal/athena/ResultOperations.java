package dev.sluice.testkit.internal.athena;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.testkit.engine.AthenaType;
import dev.sluice.testkit.engine.EngineResult;
import dev.sluice.testkit.internal.result.ColumnInfo;
import dev.sluice.testkit.internal.result.ResultRows;
import dev.sluice.testkit.internal.result.StoredResult;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** GetQueryResults. */
final class ResultOperations {
    private static final int MAX_ID = 1024;
    private static final int MAX_ROWS = 1000;
    private static final List<ColumnInfo> MANIFEST =
            List.of(ColumnInfo.of(new EngineResult.Column("_col0", AthenaType.of("varchar"))));

    private enum ResultType {
        DATA_ROWS,
        DATA_MANIFEST
    }

    private final QueryRegistry registry;

    ResultOperations(QueryRegistry registry) {
        this.registry = registry;
    }

    ObjectNode get(ApiRequest request) {
        String id = request.required("QueryExecutionId", 1, MAX_ID);
        if (request.number("MaxResults", Integer.MIN_VALUE, Integer.MAX_VALUE, MAX_ROWS) > MAX_ROWS) {
            throw ApiError.invalid("MaxResults is more than maximum allowed length " + MAX_ROWS + ".");
        }
        int max = request.number("MaxResults", 1, MAX_ROWS, MAX_ROWS);
        boolean manifest = request.choice("QueryResultType", ResultType.class) == ResultType.DATA_MANIFEST;
        String token = request.optional("NextToken", 1, MAX_ID);
        long first = token == null ? 0 : PageToken.read(token, id);

        StoredResult result = result(registry.get(id));
        ResultRows rows = rows(result, manifest);
        List<@Nullable String[]> page;
        try {
            page = rows.read(first, max);
        } catch (IOException e) {
            throw ApiError.invalid("Could not find results");
        }
        ObjectNode answer = Json.object();
        answer.put("UpdateCount", result.updateCount());
        ObjectNode set = answer.putObject("ResultSet");
        ArrayNode shown = set.putArray("Rows");
        page.forEach(row -> cells(shown.addObject().putArray("Data"), row));
        columns(set.putObject("ResultSetMetadata").putArray("ColumnInfo"), manifest ? MANIFEST : result.columns());
        long next = first + page.size();
        if (next < rows.count()) {
            answer.put("NextToken", PageToken.of(id, next));
        }
        return answer;
    }

    private static StoredResult result(QueryExecution execution) {
        QueryExecution.Status status = execution.status();
        if (!status.state().isFinal()) {
            throw ApiError.invalid("Query has not yet finished. Current state: " + status.state());
        }
        StoredResult result = status.result();
        if (result == null) {
            throw ApiError.invalid("Query did not finish successfully. Final query state: " + status.state());
        }
        return result;
    }

    private static ResultRows rows(StoredResult result, boolean manifest) {
        if (!manifest) {
            return result.rows();
        }
        ResultRows lines = result.manifest();
        if (lines == null) {
            throw ApiError.invalid(
                    "QueryResultType DATA_MANIFEST is only supported for CTAS, UNLOAD and INSERT queries");
        }
        return lines;
    }

    private static void cells(ArrayNode data, @Nullable String[] row) {
        for (String cell : row) {
            ObjectNode datum = data.addObject();
            if (cell != null) {
                datum.put("VarCharValue", cell);
            }
        }
    }

    private static void columns(ArrayNode into, List<ColumnInfo> columns) {
        for (ColumnInfo column : columns) {
            into.addObject()
                    .put("CatalogName", ColumnInfo.CATALOG)
                    .put("SchemaName", "")
                    .put("TableName", "")
                    .put("Name", column.name())
                    .put("Label", column.name())
                    .put("Type", column.type())
                    .put("Precision", column.precision())
                    .put("Scale", column.scale())
                    .put("Nullable", "UNKNOWN")
                    .put("CaseSensitive", column.caseSensitive());
        }
    }
}
