package dev.sluice.testkit.internal.athena;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.function.Function;

/** Which code does which operation. */
final class OperationTable {
    private OperationTable() {}

    static Map<String, Function<ApiRequest, ObjectNode>> of(
            QueryOperations queries,
            ResultOperations results,
            WorkGroupOperations groups,
            PreparedStatementOperations prepared,
            CatalogOperations catalog) {
        return Map.ofEntries(
                Map.entry("StartQueryExecution", queries::start),
                Map.entry("GetQueryExecution", queries::get),
                Map.entry("BatchGetQueryExecution", queries::batchGet),
                Map.entry("StopQueryExecution", queries::stop),
                Map.entry("ListQueryExecutions", queries::list),
                Map.entry("GetQueryRuntimeStatistics", queries::runtimeStatistics),
                Map.entry("GetQueryResults", results::get),
                Map.entry("GetWorkGroup", groups::get),
                Map.entry("ListWorkGroups", groups::list),
                Map.entry("CreateWorkGroup", groups::create),
                Map.entry("UpdateWorkGroup", groups::update),
                Map.entry("DeleteWorkGroup", groups::delete),
                Map.entry("ListEngineVersions", groups::engineVersions),
                Map.entry("CreatePreparedStatement", prepared::create),
                Map.entry("UpdatePreparedStatement", prepared::update),
                Map.entry("DeletePreparedStatement", prepared::delete),
                Map.entry("GetPreparedStatement", prepared::get),
                Map.entry("ListPreparedStatements", prepared::list),
                Map.entry("ListDataCatalogs", catalog::listCatalogs),
                Map.entry("GetDataCatalog", catalog::getCatalog),
                Map.entry("ListDatabases", catalog::listDatabases),
                Map.entry("GetDatabase", catalog::getDatabase),
                Map.entry("ListTableMetadata", catalog::listTables),
                Map.entry("GetTableMetadata", catalog::getTable));
    }
}
