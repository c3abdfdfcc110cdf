package dev.sluice.reader.internal.pages;

import dev.sluice.reader.ResultReadException;
import dev.sluice.reader.internal.query.AthenaErrors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;
import software.amazon.awssdk.services.athena.AthenaAsyncClient;
import software.amazon.awssdk.services.athena.model.ColumnInfo;
import software.amazon.awssdk.services.athena.model.GetQueryResultsRequest;
import software.amazon.awssdk.services.athena.model.GetQueryResultsResponse;
import software.amazon.awssdk.services.athena.model.ResultSet;

/** GetQueryResults, with patience for throttling and lost answers. */
public final class ResultPages {
    private static final int RETRIES = 6;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(300);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final AthenaAsyncClient athena;
    private final Scheduler timers;

    /**
     * Pages from a client.
     *
     * @param timers measures the pauses before retries
     */
    public ResultPages(AthenaAsyncClient athena, Scheduler timers) {
        this.athena = athena;
        this.timers = timers;
    }

    /** The columns of a result, by the smallest page there is. */
    public Mono<ResultHead> head(String queryExecutionId) {
        return page(queryExecutionId, null, 1).map(ResultPages::headOf);
    }

    /** One page, on the SDK's thread. */
    Mono<GetQueryResultsResponse> page(String queryExecutionId, @Nullable String token, int maxRows) {
        GetQueryResultsRequest request = GetQueryResultsRequest.builder()
                .queryExecutionId(queryExecutionId)
                .nextToken(token)
                .maxResults(maxRows)
                .build();
        return Mono.fromFuture(() -> athena.getQueryResults(request))
                .retryWhen(Retry.backoff(RETRIES, FIRST_PAUSE)
                        .maxBackoff(LONGEST_PAUSE)
                        .scheduler(timers)
                        .filter(AthenaErrors::isRetryable)
                        .onRetryExhaustedThrow((spec, signal) -> signal.failure()))
                .onErrorMap(error -> new ResultReadException(
                        "a page of the result could not be fetched: " + AthenaErrors.text(error),
                        AthenaErrors.isRetryable(error),
                        error));
    }

    static ResultHead headOf(GetQueryResultsResponse answer) {
        List<ResultHead.Column> columns = new ArrayList<>();
        ResultSet set = answer.resultSet();
        if (set != null
                && set.resultSetMetadata() != null
                && set.resultSetMetadata().hasColumnInfo()) {
            for (ColumnInfo info : set.resultSetMetadata().columnInfo()) {
                columns.add(column(info, columns.size()));
            }
        }
        boolean hasRows = set != null && set.hasRows() && !set.rows().isEmpty();
        return new ResultHead(columns, answer.updateCount(), hasRows);
    }

    private static ResultHead.Column column(ColumnInfo info, int position) {
        String name = info.name() != null ? info.name() : info.label();
        return new ResultHead.Column(
                name == null ? "_col" + position : name,
                info.type() == null ? "" : info.type().toLowerCase(Locale.ROOT),
                info.precision() == null ? 0 : info.precision(),
                info.scale() == null ? 0 : info.scale());
    }
}
