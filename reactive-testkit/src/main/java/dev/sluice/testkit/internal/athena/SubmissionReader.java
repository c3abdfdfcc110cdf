package dev.sluice.testkit.internal.athena;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.testkit.engine.InvalidStatementException;
import dev.sluice.testkit.engine.QueryEngine;
import dev.sluice.testkit.engine.StatementInfo;
import dev.sluice.testkit.engine.StatementRequest;
import dev.sluice.testkit.internal.result.S3Location;
import dev.sluice.testkit.s3.ObjectStore;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads StartQueryExecution: checks it, and settles what the workgroup has to say. */
final class SubmissionReader {
    private static final int MAX_QUERY = 262_144;
    private static final int MAX_REUSE_MINUTES = 10_080;
    private static final int DEFAULT_REUSE_MINUTES = 60;
    private static final String NO_LOCATION = "No output location provided. An output location is required either "
            + "through the Workgroup result configuration setting or as an API input.";

    private enum EncryptionOption {
        SSE_S3,
        SSE_KMS,
        CSE_KMS
    }

    private final QueryEngine engine;
    private final ObjectStore store;
    private final WorkGroups groups;
    private final PreparedSql prepared;

    SubmissionReader(QueryEngine engine, ObjectStore store, WorkGroups groups, PreparedSql prepared) {
        this.engine = engine;
        this.store = store;
        this.groups = groups;
        this.prepared = prepared;
    }

    Submission read(ApiRequest request) {
        String sql = request.required("QueryString", 1, Integer.MAX_VALUE);
        if (sql.length() > MAX_QUERY) {
            throw ApiError.invalid(
                    "Your query has exceeded the maximum query length of " + MAX_QUERY
                            + " bytes. Please reduce the length of your query and try again. If you continue to see this "
                            + "issue after reducing your query length, please contact customer support for further assistance.");
        }
        WorkGroups.Entry group = groups.get(
                Objects.requireNonNullElse(request.matching("WorkGroup", ApiRequest.WORK_GROUP), WorkGroups.PRIMARY));
        if (!group.enabled()) {
            throw ApiError.invalid("WorkGroup " + group.name() + " is disabled");
        }
        ApiRequest context = request.structure("QueryExecutionContext");
        String database = context.optional("Database", 1, 255, "default");
        String catalog = context.optional("Catalog", 1, 256, CatalogOperations.CATALOG);
        List<String> parameters = request.strings("ExecutionParameters");
        JsonNode configuration = configuration(request, group);
        S3Location location = location(configuration, group);

        PreparedSql.Resolved resolved = prepared.resolve(group.name(), sql, parameters);
        StatementRequest statement = new StatementRequest(resolved.sql(), resolved.parameters(), catalog, database);
        StatementInfo info = resolved.info() == null ? analyze(statement) : resolved.info();
        ObjectNode shown = Json.object();
        if (configuration instanceof ObjectNode object) {
            shown.setAll(object);
        }
        shown.remove("OutputLocation");
        return new Submission(
                UUID.randomUUID().toString(),
                sql,
                statement,
                info,
                group.name(),
                WorkGroups.ENGINE_VERSION,
                parameters,
                context.json(),
                location,
                shown,
                group.managed()
                        ? group.configuration().path("ManagedQueryResultsConfiguration")
                        : MissingNode.getInstance(),
                reuseMinutes(request),
                resolved.action());
    }

    private StatementInfo analyze(StatementRequest statement) {
        try {
            return engine.analyze(statement);
        } catch (InvalidStatementException e) {
            throw ApiError.malformedQuery(String.valueOf(e.getMessage()));
        }
    }

    /** The ResultConfiguration that counts: the workgroup's where it enforces it or the request has none. */
    private static JsonNode configuration(ApiRequest request, WorkGroups.Entry group) {
        ApiRequest own = request.structure("ResultConfiguration");
        ApiRequest encryption = own.structure("EncryptionConfiguration");
        if (own.has("EncryptionConfiguration")
                && encryption.choice("EncryptionOption", EncryptionOption.class) == null) {
            throw ApiRequest.violation(
                    "null", "resultConfiguration.encryptionConfiguration.encryptionOption", "Member must not be null");
        }
        if (group.managed()) {
            if (own.json() instanceof ObjectNode object && !object.isEmpty()) {
                throw ApiError.invalid(ManagedResults.NOT_TOGETHER);
            }
            return MissingNode.getInstance();
        }
        if (group.enforced() || !(own.json() instanceof ObjectNode object)) {
            return group.resultConfiguration();
        }
        ObjectNode effective = object.deepCopy();
        if (!effective.hasNonNull("OutputLocation")
                && group.resultConfiguration().hasNonNull("OutputLocation")) {
            effective.set("OutputLocation", group.resultConfiguration().get("OutputLocation"));
        }
        return effective;
    }

    private @Nullable S3Location location(JsonNode configuration, WorkGroups.Entry group) {
        if (group.managed()) {
            return null;
        }
        String uri = configuration.path("OutputLocation").asText();
        if (uri.isEmpty()) {
            throw ApiError.invalid(NO_LOCATION);
        }
        S3Location location;
        try {
            location = S3Location.directory(uri);
        } catch (IllegalArgumentException e) {
            throw ApiError.invalid(String.valueOf(e.getMessage()));
        }
        if (!store.bucketExists(location.bucket())) {
            throw ApiError.invalid("Unable to verify/create output bucket " + location.bucket());
        }
        return location;
    }

    private static int reuseMinutes(ApiRequest request) {
        ApiRequest byAge = request.structure("ResultReuseConfiguration").structure("ResultReuseByAgeConfiguration");
        int minutes = byAge.number("MaxAgeInMinutes", 0, MAX_REUSE_MINUTES, DEFAULT_REUSE_MINUTES);
        return byAge.flag("Enabled", false) ? minutes : -1;
    }
}
