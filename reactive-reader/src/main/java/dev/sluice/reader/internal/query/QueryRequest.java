package dev.sluice.reader.internal.query;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.athena.model.StartQueryExecutionRequest;

/**
 * What is asked of Athena, once for each subscription.
 *
 * @param sql the statement; never logged
 * @param parameters SQL literals for its question marks
 * @param token the ClientRequestToken, the same on every try
 * @param outputLocation where the result shall go; null leaves it to the workgroup
 * @param reuseMaxAge how old an earlier result may be that answers instead; null for none
 * @param timeout for the query to end; null for none
 */
public record QueryRequest(
        String sql,
        List<String> parameters,
        String token,
        @Nullable String workGroup,
        @Nullable String catalog,
        @Nullable String database,
        @Nullable String outputLocation,
        @Nullable Duration reuseMaxAge,
        @Nullable Duration timeout) {

    /** The same query under another token, leaving its output to the workgroup. */
    QueryRequest withManagedOutput() {
        return new QueryRequest(
                sql, parameters, token + "-managed", workGroup, catalog, database, null, reuseMaxAge, timeout);
    }

    StartQueryExecutionRequest toStart() {
        StartQueryExecutionRequest.Builder start =
                StartQueryExecutionRequest.builder().queryString(sql).clientRequestToken(token);
        if (!parameters.isEmpty()) {
            start.executionParameters(parameters);
        }
        if (workGroup != null) {
            start.workGroup(workGroup);
        }
        if (catalog != null || database != null) {
            start.queryExecutionContext(context -> context.catalog(catalog).database(database));
        }
        if (outputLocation != null) {
            start.resultConfiguration(result -> result.outputLocation(outputLocation));
        }
        if (reuseMaxAge != null) {
            int minutes = Math.toIntExact(reuseMaxAge.toMinutes());
            start.resultReuseConfiguration(reuse ->
                    reuse.resultReuseByAgeConfiguration(age -> age.enabled(true).maxAgeInMinutes(minutes)));
        }
        return start.build();
    }

    /** Without the statement and its values, which must never reach a log. */
    @Override
    public String toString() {
        return "QueryRequest[" + token + "]";
    }
}
