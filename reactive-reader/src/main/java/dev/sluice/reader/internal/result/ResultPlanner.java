package dev.sluice.reader.internal.result;

import dev.sluice.fs.S3Path;
import dev.sluice.reader.MalformedResultException;
import dev.sluice.reader.ResultPlace;
import dev.sluice.reader.internal.query.ExecutionSnapshot;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides where a result is read from, by what Athena says the query became and not by what was asked for. */
public final class ResultPlanner {
    private static final Set<String> WRITES =
            Set.of("CREATE_TABLE_AS_SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "VACUUM_TABLE", "OPTIMIZE_TABLE");

    private ResultPlanner() {}

    /**
     * The plan for a query that succeeded.
     *
     * @param path what the caller chose
     * @param unloadTarget where this reader told an UNLOAD to write; null if it wrapped nothing
     */
    public static ResultPlan plan(ExecutionSnapshot query, ResultPath path, @Nullable S3Path unloadTarget) {
        String statement = query.statement();
        boolean unloaded = unloadTarget != null
                || (statement != null && Statement.of(statement).isUnload());
        if (unloaded) {
            return new ResultPlan.Files(location(query.manifestLocation()), unloadTarget);
        }
        String kind = query.statistics().substatementType();
        if (query.manifestLocation() != null || (kind != null && WRITES.contains(kind.toUpperCase(Locale.ROOT)))) {
            return new ResultPlan.Written();
        }
        S3Path object = location(query.outputLocation());
        if (path == ResultPath.PAGES || query.managed() || query.clientSideEncrypted() || object == null) {
            return new ResultPlan.Pages();
        }
        if (object.key().endsWith(".csv")) {
            return new ResultPlan.Csv(object);
        }
        return object.key().endsWith(".txt") ? new ResultPlan.Lines(object) : new ResultPlan.Pages();
    }

    private static @Nullable S3Path location(@Nullable String uri) {
        if (uri == null) {
            return null;
        }
        try {
            return S3Path.parse(uri);
        } catch (IllegalArgumentException e) {
            throw new MalformedResultException(
                    "Athena gave a location that is none of S3: '" + uri + "'", ResultPlace.unknown(), e);
        }
    }
}
