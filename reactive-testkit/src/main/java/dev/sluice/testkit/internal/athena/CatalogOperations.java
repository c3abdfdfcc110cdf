package dev.sluice.testkit.internal.athena;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.testkit.engine.Catalog;
import dev.sluice.testkit.engine.EngineResult;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Data catalogs, databases and tables. There is one data catalog, which clients name in any case. */
final class CatalogOperations {
    static final String CATALOG = "AwsDataCatalog";
    private static final int MAX_CATALOG_NAME = 256;
    private static final int MAX_NAME = 128;
    private static final int MAX_PAGE = 50;

    private final Catalog catalog;
    private final Instant created;

    CatalogOperations(Catalog catalog, Instant created) {
        this.catalog = catalog;
        this.created = created;
    }

    ObjectNode listCatalogs(ApiRequest request) {
        request.number("MaxResults", 2, MAX_PAGE, MAX_PAGE);
        ObjectNode answer = Json.object();
        answer.putArray("DataCatalogsSummary")
                .addObject()
                .put("CatalogName", CATALOG)
                .put("Type", "GLUE");
        return answer;
    }

    ObjectNode getCatalog(ApiRequest request) {
        String name = request.required("Name", 1, MAX_CATALOG_NAME);
        if (!name.equalsIgnoreCase(CATALOG)) {
            throw ApiError.invalid("DataCatalog " + name + " was not found");
        }
        ObjectNode answer = Json.object();
        ObjectNode json = answer.putObject("DataCatalog");
        json.put("Name", CATALOG).put("Type", "GLUE").put("Description", "");
        json.putObject("Parameters").put("catalog-id", "000000000000");
        return answer;
    }

    ObjectNode listDatabases(ApiRequest request) {
        checkCatalog(request);
        List<ObjectNode> all =
                catalog.databases().stream().map(CatalogOperations::database).toList();
        int max = request.number("MaxResults", 1, MAX_PAGE, MAX_PAGE);
        return Page.of(all, request.pageStart(), max).put("DatabaseList");
    }

    ObjectNode getDatabase(ApiRequest request) {
        checkCatalog(request);
        ObjectNode answer = Json.object();
        answer.set("Database", database(databaseName(request)));
        return answer;
    }

    private static ObjectNode database(String name) {
        return Json.object().put("Name", name);
    }

    ObjectNode listTables(ApiRequest request) {
        checkCatalog(request);
        String database = databaseName(request);
        Predicate<String> matches = expression(request.optional("Expression", 0, 256, ""));
        int max = request.number("MaxResults", 1, MAX_PAGE, MAX_PAGE);
        List<ObjectNode> all = catalog.tables(database).stream()
                .filter(table -> matches.test(table.name()))
                .map(this::table)
                .toList();
        return Page.of(all, request.pageStart(), max).put("TableMetadataList");
    }

    /** A regular expression of Java's kind, found anywhere in the name. */
    private static Predicate<String> expression(String expression) {
        try {
            return Pattern.compile(expression, Pattern.CASE_INSENSITIVE).asPredicate();
        } catch (PatternSyntaxException e) {
            throw ApiError.invalid("Invalid expression: " + expression);
        }
    }

    ObjectNode getTable(ApiRequest request) {
        checkCatalog(request);
        String database = databaseName(request);
        String name = request.required("TableName", 1, MAX_NAME).toLowerCase(Locale.ROOT);
        ObjectNode answer = Json.object();
        answer.set(
                "TableMetadata",
                catalog.table(database, name)
                        .map(this::table)
                        .orElseThrow(
                                () -> ApiError.metadata("EntityNotFoundException: Table " + name + " not found.")));
        return answer;
    }

    private ObjectNode table(Catalog.Table table) {
        ObjectNode json = Json.object();
        json.put("Name", table.name()).put("TableType", table.tableType());
        Json.time(json, "CreateTime", created);
        Json.time(json, "LastAccessTime", created);
        columns(json.putArray("Columns"), table.columns());
        columns(json.putArray("PartitionKeys"), table.partitionKeys());
        ObjectNode parameters = json.putObject("Parameters");
        for (Map.Entry<String, String> parameter : table.parameters().entrySet()) {
            parameters.put(parameter.getKey(), parameter.getValue());
        }
        return json;
    }

    private static void columns(ArrayNode into, List<EngineResult.Column> columns) {
        for (EngineResult.Column column : columns) {
            into.addObject().put("Name", column.name()).put("Type", HiveType.of(column.type()));
        }
    }

    private static void checkCatalog(ApiRequest request) {
        String name = request.required("CatalogName", 1, MAX_CATALOG_NAME);
        if (!name.equalsIgnoreCase(CATALOG)) {
            throw ApiError.metadata("DataCatalog " + name + " was not found");
        }
    }

    private String databaseName(ApiRequest request) {
        String name = request.required("DatabaseName", 1, MAX_NAME).toLowerCase(Locale.ROOT);
        if (!catalog.databases().contains(name)) {
            throw ApiError.metadata("EntityNotFoundException: Database " + name + " not found.");
        }
        return name;
    }
}
