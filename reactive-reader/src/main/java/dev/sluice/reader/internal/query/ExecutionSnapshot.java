package dev.sluice.reader.internal.query;

import dev.sluice.reader.QueryCancelledException;
import dev.sluice.reader.QueryFailedException;
import dev.sluice.reader.QueryState;
import dev.sluice.reader.QueryStatistics;
import dev.sluice.reader.SluiceException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.athena.model.AthenaError;
import software.amazon.awssdk.services.athena.model.EncryptionConfiguration;
import software.amazon.awssdk.services.athena.model.QueryExecution;
import software.amazon.awssdk.services.athena.model.QueryExecutionStatistics;
import software.amazon.awssdk.services.athena.model.QueryExecutionStatus;
import software.amazon.awssdk.services.athena.model.ResultConfiguration;

/**
 * What Athena last said about a query. Every field of its answer may be missing.
 *
 * @param id the query
 * @param state where it stands
 * @param statement the statement that Athena ran; never logged
 * @param outputLocation the effective one: of the object for a query with rows, whatever the request had asked for
 * @param manifestLocation the list of files that an UNLOAD, CTAS or INSERT wrote
 * @param managed whether the service keeps the result to itself
 * @param clientSideEncrypted whether the objects can't be read with S3 alone
 * @param statistics times and bytes
 * @param failure what became of it, if it failed or was cancelled
 */
public record ExecutionSnapshot(
        String id,
        QueryState state,
        @Nullable String statement,
        @Nullable String outputLocation,
        @Nullable String manifestLocation,
        boolean managed,
        boolean clientSideEncrypted,
        QueryStatistics statistics,
        @Nullable SluiceException failure) {
    private static final String CLIENT_SIDE = "CSE_KMS";

    static ExecutionSnapshot of(String id, QueryExecution execution) {
        QueryExecutionStatus status = execution.status();
        QueryState state = QueryState.of(status == null ? null : status.stateAsString());
        ResultConfiguration result = execution.resultConfiguration();
        QueryExecutionStatistics statistics = execution.statistics();
        return new ExecutionSnapshot(
                id,
                state,
                execution.query(),
                result == null ? null : blankToNull(result.outputLocation()),
                statistics == null ? null : blankToNull(statistics.dataManifestLocation()),
                execution.managedQueryResultsConfiguration() != null
                        && Boolean.TRUE.equals(
                                execution.managedQueryResultsConfiguration().enabled()),
                isClientSide(result == null ? null : result.encryptionConfiguration()),
                statistics(execution, statistics),
                failure(id, state, status));
    }

    private static boolean isClientSide(@Nullable EncryptionConfiguration encryption) {
        return encryption != null && CLIENT_SIDE.equals(encryption.encryptionOptionAsString());
    }

    private static @Nullable String blankToNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }

    private static QueryStatistics statistics(QueryExecution execution, @Nullable QueryExecutionStatistics given) {
        String statementType = execution.statementTypeAsString();
        String substatementType = execution.substatementType();
        if (given == null) {
            return new QueryStatistics(null, null, null, null, null, null, false, statementType, substatementType);
        }
        return new QueryStatistics(
                given.dataScannedInBytes(),
                millis(given.totalExecutionTimeInMillis()),
                millis(given.queryQueueTimeInMillis()),
                millis(given.queryPlanningTimeInMillis()),
                millis(given.engineExecutionTimeInMillis()),
                millis(given.serviceProcessingTimeInMillis()),
                given.resultReuseInformation() != null
                        && Boolean.TRUE.equals(given.resultReuseInformation().reusedPreviousResult()),
                statementType,
                substatementType);
    }

    private static @Nullable Duration millis(@Nullable Long millis) {
        return millis == null ? null : Duration.ofMillis(millis);
    }

    private static @Nullable SluiceException failure(
            String id, QueryState state, @Nullable QueryExecutionStatus status) {
        String reason = status == null ? null : blankToNull(status.stateChangeReason());
        AthenaError error = status == null ? null : status.athenaError();
        if (state == QueryState.CANCELLED) {
            return new QueryCancelledException(reason, id);
        }
        if (state != QueryState.FAILED) {
            return null;
        }
        if (error == null) {
            return new QueryFailedException(id, state, reason, QueryFailedException.Category.UNKNOWN, null, false);
        }
        return new QueryFailedException(
                id,
                state,
                reason == null ? blankToNull(error.errorMessage()) : reason,
                QueryFailedException.Category.of(error.errorCategory()),
                error.errorType(),
                Boolean.TRUE.equals(error.retryable()));
    }

    /** Without the statement, which must never reach a log. */
    @Override
    public String toString() {
        return "ExecutionSnapshot[" + id + " " + state + "]";
    }
}
