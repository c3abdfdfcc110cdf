package dev.sluice.testkit.internal.result;

import dev.sluice.testkit.engine.StatementInfo;
import org.jspecify.annotations.Nullable;

/**
 * Where the files of a query go; known before it runs, and what GetQueryExecution shows from the start.
 *
 * @param object the result object, which for UNLOAD, CTAS and INSERT only gives the others their name
 * @param metadata the object that describes the columns
 * @param manifest the list of written files; null for statements that write none
 */
public record ResultNames(
        S3Location object, S3Location metadata, @Nullable S3Location manifest) {
    /**
     * Names the files.
     *
     * @param location the effective output location
     * @param id the query's id
     * @param kind its kind
     * @return the names
     */
    public static ResultNames of(S3Location location, String id, StatementInfo.Kind kind) {
        return switch (kind) {
            case SELECT -> new ResultNames(location.plus(id + ".csv"), location.plus(id + ".csv.metadata"), null);
            case DDL, UTILITY -> new ResultNames(location.plus(id + ".txt"), location.plus(id + ".txt.metadata"), null);
            case UNLOAD, INSERT -> written(location.plus(id));
            case CREATE_TABLE_AS -> written(location.plus("tables/" + id));
        };
    }

    private static ResultNames written(S3Location base) {
        return new ResultNames(base, base.plus(".metadata"), base.plus("-manifest.csv"));
    }
}
