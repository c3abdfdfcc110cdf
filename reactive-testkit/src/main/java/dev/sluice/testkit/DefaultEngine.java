package dev.sluice.testkit;

import dev.sluice.testkit.duckdb.DuckDbEngine;
import dev.sluice.testkit.engine.QueryEngine;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The engine of a local Athena that was given none. */
final class DefaultEngine {
    private DefaultEngine() {}

    static QueryEngine start(@Nullable Path data, long demoRows) {
        DuckDbEngine.Builder builder = DuckDbEngine.builder().demoRows(demoRows);
        return (data == null ? builder : builder.data(data)).build();
    }
}
