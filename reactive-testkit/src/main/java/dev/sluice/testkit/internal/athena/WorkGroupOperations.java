package dev.sluice.testkit.internal.athena;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** GetWorkGroup and its like. */
final class WorkGroupOperations {
    private static final int MAX_DESCRIPTION = 1024;
    private static final int MAX_PAGE = 50;
    private static final long MIN_CUTOFF_BYTES = 10_000_000;

    private enum GroupState {
        ENABLED,
        DISABLED
    }

    private final WorkGroups groups;
    private final QueryRegistry queries;
    private final PreparedStatements prepared;

    WorkGroupOperations(WorkGroups groups, QueryRegistry queries, PreparedStatements prepared) {
        this.groups = groups;
        this.queries = queries;
        this.prepared = prepared;
    }

    ObjectNode get(ApiRequest request) {
        ObjectNode answer = Json.object();
        answer.set("WorkGroup", groups.get(name(request, "WorkGroup")).json());
        return answer;
    }

    ObjectNode list(ApiRequest request) {
        int max = request.number("MaxResults", 1, MAX_PAGE, MAX_PAGE);
        List<ObjectNode> all =
                groups.all().stream().map(WorkGroups.Entry::summary).toList();
        return Page.of(all, request.pageStart(), max).put("WorkGroups");
    }

    ObjectNode create(ApiRequest request) {
        String name = name(request, "Name");
        ObjectNode configuration = Json.object();
        JsonNode given = request.structure("Configuration").json();
        if (given instanceof ObjectNode object) {
            configuration.setAll(object);
        }
        validate(configuration);
        groups.create(name, request.optional("Description", 0, MAX_DESCRIPTION), configuration);
        return Json.object();
    }

    ObjectNode update(ApiRequest request) {
        WorkGroups.Entry old = groups.get(name(request, "WorkGroup"));
        GroupState state = request.choice("State", GroupState.class);
        ObjectNode configuration = old.configuration().deepCopy();
        ApiRequest updates = request.structure("ConfigurationUpdates");
        if (updates.json() instanceof ObjectNode object) {
            merge(configuration, object);
        }
        validate(configuration);
        String description = request.optional("Description", 0, MAX_DESCRIPTION);
        groups.replace(new WorkGroups.Entry(
                old.name(),
                description == null ? old.description() : description,
                state == null ? old.enabled() : state == GroupState.ENABLED,
                old.created(),
                configuration));
        return Json.object();
    }

    /** Takes over settings; {@code XUpdates} changes {@code X}, {@code RemoveX} removes it. */
    private static void merge(ObjectNode into, ObjectNode updates) {
        updates.properties().forEach(update -> {
            String member = update.getKey();
            if (member.endsWith("Updates") && update.getValue() instanceof ObjectNode inner) {
                String target = member.substring(0, member.length() - "Updates".length());
                merge(into.get(target) instanceof ObjectNode there ? there : into.putObject(target), inner);
            } else if (member.startsWith("Remove")) {
                if (update.getValue().asBoolean()) {
                    into.remove(member.substring("Remove".length()));
                }
            } else {
                into.set(member, update.getValue());
            }
        });
    }

    private static void validate(ObjectNode configuration) {
        JsonNode cutoff = configuration.path("BytesScannedCutoffPerQuery");
        if (cutoff.isNumber() && cutoff.longValue() < MIN_CUTOFF_BYTES) {
            throw ApiRequest.violation(
                    "'" + cutoff + "'",
                    "configuration.bytesScannedCutoffPerQuery",
                    "Member must have value greater than or equal to " + MIN_CUTOFF_BYTES);
        }
        boolean managed = configuration
                .path("ManagedQueryResultsConfiguration")
                .path("Enabled")
                .asBoolean();
        if (managed && configuration.path("ResultConfiguration").hasNonNull("OutputLocation")) {
            throw ApiError.invalid(ManagedResults.NOT_TOGETHER);
        }
    }

    ObjectNode delete(ApiRequest request) {
        String name = name(request, "WorkGroup");
        WorkGroups.Entry group = groups.get(name);
        boolean used = !prepared.names(name).isEmpty()
                || queries.executions().stream()
                        .anyMatch(q -> q.submission().workGroup().equals(name));
        if (used && !request.flag("RecursiveDeleteOption", false)) {
            throw ApiError.invalid("WorkGroup " + name + " is not empty");
        }
        groups.delete(group.name());
        prepared.deleteAll(name);
        return Json.object();
    }

    ObjectNode engineVersions(ApiRequest request) {
        request.number("MaxResults", 1, 10, 10);
        ObjectNode answer = Json.object();
        answer.putArray("EngineVersions").add(WorkGroups.engineVersion());
        return answer;
    }

    private static String name(ApiRequest request, String member) {
        request.required(member, 1, MAX_DESCRIPTION);
        String name = request.matching(member, ApiRequest.WORK_GROUP);
        return name == null ? WorkGroups.PRIMARY : name;
    }
}
