package dev.sluice.testkit.internal.athena;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.testkit.WorkGroup;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The workgroups by name. An entry is replaced as a whole, so readers see one state of it. */
final class WorkGroups {
    static final String PRIMARY = "primary";
    static final String ENGINE_VERSION = "Athena engine version 3";

    /**
     * A workgroup.
     *
     * @param name its name
     * @param description what its owner says of it
     * @param enabled whether it starts queries
     * @param created when it was made
     * @param configuration its settings, in the protocol's form; never changed
     */
    record Entry(
            String name, @Nullable String description, boolean enabled, Instant created, ObjectNode configuration) {
        boolean enforced() {
            return configuration.path("EnforceWorkGroupConfiguration").asBoolean();
        }

        boolean managed() {
            return configuration
                    .path("ManagedQueryResultsConfiguration")
                    .path("Enabled")
                    .asBoolean();
        }

        JsonNode resultConfiguration() {
            return configuration.path("ResultConfiguration");
        }

        ObjectNode json() {
            ObjectNode json = Json.object();
            json.put("Name", name).put("State", enabled ? "ENABLED" : "DISABLED");
            json.put("Description", description == null ? "" : description);
            Json.time(json, "CreationTime", created);
            json.set("Configuration", configuration);
            return json;
        }

        ObjectNode summary() {
            ObjectNode json = json();
            json.remove("Configuration");
            json.set("EngineVersion", engineVersion());
            return json;
        }
    }

    private final ConcurrentSkipListMap<String, Entry> entries = new ConcurrentSkipListMap<>();
    private final Clock clock;

    WorkGroups(List<WorkGroup> initial, Clock clock) {
        this.clock = clock;
        for (WorkGroup group : initial) {
            entries.put(
                    group.name(),
                    new Entry(group.name(), null, group.isEnabled(), clock.instant(), configuration(group)));
        }
    }

    static ObjectNode engineVersion() {
        return Json.object().put("SelectedEngineVersion", ENGINE_VERSION).put("EffectiveEngineVersion", ENGINE_VERSION);
    }

    /** Settings with every member that GetWorkGroup always shows. */
    static ObjectNode withDefaults(ObjectNode configuration) {
        ObjectNode all = Json.object();
        all.set("ResultConfiguration", Json.object());
        all.put("EnforceWorkGroupConfiguration", true);
        all.put("PublishCloudWatchMetricsEnabled", false);
        all.put("RequesterPaysEnabled", false);
        all.put("EnableMinimumEncryptionConfiguration", false);
        all.setAll(configuration);
        all.set("EngineVersion", engineVersion());
        return all;
    }

    private static ObjectNode configuration(WorkGroup group) {
        ObjectNode configuration = Json.object();
        ObjectNode results = configuration.putObject("ResultConfiguration");
        if (group.outputLocation() != null) {
            results.put("OutputLocation", group.outputLocation());
        }
        if (group.encryptionOption() != null) {
            ObjectNode encryption = results.putObject("EncryptionConfiguration");
            encryption.put("EncryptionOption", group.encryptionOption());
            if (group.kmsKey() != null) {
                encryption.put("KmsKey", group.kmsKey());
            }
        }
        if (group.hasManagedResults()) {
            configuration.putObject("ManagedQueryResultsConfiguration").put("Enabled", true);
        }
        configuration.put("EnforceWorkGroupConfiguration", group.isEnforcing());
        return withDefaults(configuration);
    }

    Entry get(String name) {
        Entry entry = entries.get(name);
        if (entry == null) {
            throw ApiError.invalid("WorkGroup " + name + " is not found.");
        }
        return entry;
    }

    List<Entry> all() {
        return List.copyOf(entries.values());
    }

    void create(String name, @Nullable String description, ObjectNode configuration) {
        Entry entry = new Entry(name, description, true, clock.instant(), withDefaults(configuration));
        if (entries.putIfAbsent(name, entry) != null) {
            throw ApiError.invalid("WorkGroup is already created");
        }
    }

    void replace(Entry changed) {
        if (entries.replace(changed.name(), changed) == null) {
            throw ApiError.invalid("WorkGroup " + changed.name() + " is not found.");
        }
    }

    void delete(String name) {
        if (name.equals(PRIMARY)) {
            throw ApiError.invalid("The primary WorkGroup cannot be deleted.");
        }
        get(name);
        entries.remove(name);
    }
}
