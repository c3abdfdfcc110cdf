package dev.sluice.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.BytesWrapper;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.services.athena.AthenaAsyncClient;
import software.amazon.awssdk.services.athena.model.Datum;
import software.amazon.awssdk.services.athena.model.GetQueryResultsResponse;
import software.amazon.awssdk.services.athena.model.QueryExecution;
import software.amazon.awssdk.services.athena.model.QueryExecutionState;
import software.amazon.awssdk.services.athena.model.Row;
import software.amazon.awssdk.services.athena.model.StartQueryExecutionRequest;

/** What the tests do with the SDK over and over. */
public final class Queries {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final LocalAthena athena;
    private final AthenaAsyncClient client;

    public Queries(LocalAthena athena) {
        this.athena = athena;
        this.client = athena.athenaClient();
    }

    public String start(String sql) {
        return start(request -> request.queryString(sql));
    }

    public String start(Consumer<StartQueryExecutionRequest.Builder> request) {
        return client.startQueryExecution(request).join().queryExecutionId();
    }

    public QueryExecution get(String id) {
        return client.getQueryExecution(r -> r.queryExecutionId(id)).join().queryExecution();
    }

    /** Runs to its end. */
    public QueryExecution run(String sql) {
        return await(start(sql));
    }

    public QueryExecution run(Consumer<StartQueryExecutionRequest.Builder> request) {
        return await(start(request));
    }

    public QueryExecution await(String id) {
        eventually("an end of " + id, () -> isFinal(get(id).status().state()));
        return get(id);
    }

    private static boolean isFinal(QueryExecutionState state) {
        return state != QueryExecutionState.QUEUED && state != QueryExecutionState.RUNNING;
    }

    public GetQueryResultsResponse results(String id) {
        return client.getQueryResults(r -> r.queryExecutionId(id)).join();
    }

    /** All pages of so many rows. */
    public List<List<@Nullable String>> pages(String id, int size) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        String token = null;
        do {
            String next = token;
            GetQueryResultsResponse page = client.getQueryResults(
                            r -> r.queryExecutionId(id).maxResults(size).nextToken(next))
                    .join();
            rows.addAll(rows(page));
            token = page.nextToken();
        } while (token != null);
        return rows;
    }

    public static List<List<@Nullable String>> rows(GetQueryResultsResponse page) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (Row row : page.resultSet().rows()) {
            List<@Nullable String> cells = new ArrayList<>();
            for (Datum datum : row.data()) {
                cells.add(datum.varCharValue());
            }
            rows.add(cells);
        }
        return rows;
    }

    /** An object's text, over HTTP. */
    public String object(String uri) {
        return bytes(uri, BytesWrapper::asUtf8String);
    }

    public <T> T bytes(String uri, Function<BytesWrapper, T> as) {
        String[] parts = uri.substring("s3://".length()).split("/", 2);
        return as.apply(athena.s3Client()
                .getObject(r -> r.bucket(parts[0]).key(parts[1]), AsyncResponseTransformer.toBytes())
                .join());
    }

    /** What a call failed with. */
    public static Throwable failure(ThrowingCallable call) {
        Throwable thrown = Assertions.catchThrowable(call);
        return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }

    public static void eventually(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + DEADLINE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError(String.format(Locale.ROOT, "no %s within %s", what, DEADLINE));
            }
            LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
        }
    }
}
