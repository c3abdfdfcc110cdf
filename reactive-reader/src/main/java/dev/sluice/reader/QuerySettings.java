package dev.sluice.reader;

import dev.sluice.reader.internal.result.ResultPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All that is set on a query. Changed only while it is being copied, never once a query holds it. */
final class QuerySettings {
    final String sql;
    final @Nullable String resumedId;
    List<String> parameters = List.of();
    ResultPath path = ResultPath.AUTO;
    UnloadCompression compression = UnloadCompression.SNAPPY;

    @Nullable
    String workGroup;

    @Nullable
    String catalog;

    @Nullable
    String database;

    @Nullable
    String outputLocation;

    @Nullable
    Duration queryTimeout;

    @Nullable
    Duration reuseMaxAge;

    DataSize memoryLimit;
    int batchRows;
    TimestampUnit timestampUnit;

    @Nullable
    Consumer<? super QueryProgress> progress;

    QuerySettings(
            String sql, @Nullable String resumedId, DataSize memoryLimit, int batchRows, TimestampUnit timestampUnit) {
        this.sql = sql;
        this.resumedId = resumedId;
        this.memoryLimit = memoryLimit;
        this.batchRows = batchRows;
        this.timestampUnit = timestampUnit;
    }

    QuerySettings copy() {
        return copyAs(sql, resumedId);
    }

    private QuerySettings copyAs(String newSql, @Nullable String newResumedId) {
        QuerySettings copy = new QuerySettings(newSql, newResumedId, memoryLimit, batchRows, timestampUnit);
        copy.parameters = parameters;
        copy.path = path;
        copy.compression = compression;
        copy.workGroup = workGroup;
        copy.catalog = catalog;
        copy.database = database;
        copy.outputLocation = outputLocation;
        copy.queryTimeout = queryTimeout;
        copy.reuseMaxAge = reuseMaxAge;
        copy.progress = progress;
        return copy;
    }

    /** The settings for a statement. */
    QuerySettings forStatement(String newSql) {
        return copyAs(newSql, null);
    }

    /** The settings for a query that is there already. */
    QuerySettings forResumed(String id) {
        return copyAs("", id);
    }

    void addParameter(String literal) {
        List<String> longer = new ArrayList<>(parameters);
        longer.add(literal);
        parameters = List.copyOf(longer);
    }
}
