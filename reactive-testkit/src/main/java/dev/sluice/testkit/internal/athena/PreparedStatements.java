package dev.sluice.testkit.internal.athena;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Prepared statements; each belongs to a workgroup. */
final class PreparedStatements {
    /**
     * A prepared statement.
     *
     * @param name its name
     * @param workGroup its workgroup
     * @param sql its text
     * @param description what its owner says of it
     * @param modified when it was last written
     */
    record Statement(
            String name,
            String workGroup,
            String sql,
            @Nullable String description,
            Instant modified) {}

    private final Map<String, TreeMap<String, Statement>> byGroup = new TreeMap<>();
    private final Clock clock;

    PreparedStatements(Clock clock) {
        this.clock = clock;
    }

    private Map<String, Statement> of(String workGroup) {
        return byGroup.computeIfAbsent(workGroup, g -> new TreeMap<>());
    }

    synchronized void create(String workGroup, String name, String sql, @Nullable String description) {
        if (of(workGroup).containsKey(name)) {
            throw ApiError.invalid("PreparedStatement " + name + " already exists in WorkGroup " + workGroup);
        }
        put(workGroup, name, sql, description);
    }

    synchronized void put(String workGroup, String name, String sql, @Nullable String description) {
        of(workGroup).put(name, new Statement(name, workGroup, sql, description, clock.instant()));
    }

    synchronized void update(String workGroup, String name, String sql, @Nullable String description) {
        get(workGroup, name);
        put(workGroup, name, sql, description);
    }

    synchronized Statement get(String workGroup, String name) {
        Statement statement = of(workGroup).get(name);
        if (statement == null) {
            throw ApiError.notFound("PreparedStatement " + name + " was not found in workGroup " + workGroup, name);
        }
        return statement;
    }

    synchronized void delete(String workGroup, String name) {
        get(workGroup, name);
        of(workGroup).remove(name);
    }

    synchronized void deleteAll(String workGroup) {
        byGroup.remove(workGroup);
    }

    synchronized List<Statement> names(String workGroup) {
        return List.copyOf(of(workGroup).values());
    }
}
