package dev.sluice.reader.fake;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.athena.AthenaAsyncClient;
import software.amazon.awssdk.services.athena.model.AthenaException;
import software.amazon.awssdk.services.athena.model.BatchGetQueryExecutionRequest;
import software.amazon.awssdk.services.athena.model.BatchGetQueryExecutionResponse;
import software.amazon.awssdk.services.athena.model.GetQueryExecutionRequest;
import software.amazon.awssdk.services.athena.model.GetQueryExecutionResponse;
import software.amazon.awssdk.services.athena.model.GetQueryResultsRequest;
import software.amazon.awssdk.services.athena.model.GetQueryResultsResponse;
import software.amazon.awssdk.services.athena.model.GetWorkGroupRequest;
import software.amazon.awssdk.services.athena.model.GetWorkGroupResponse;
import software.amazon.awssdk.services.athena.model.InvalidRequestException;
import software.amazon.awssdk.services.athena.model.QueryExecution;
import software.amazon.awssdk.services.athena.model.StartQueryExecutionRequest;
import software.amazon.awssdk.services.athena.model.StartQueryExecutionResponse;
import software.amazon.awssdk.services.athena.model.StopQueryExecutionRequest;
import software.amazon.awssdk.services.athena.model.StopQueryExecutionResponse;
import software.amazon.awssdk.services.athena.model.TooManyRequestsException;
import software.amazon.awssdk.services.athena.model.UnprocessedQueryExecutionId;

/** An Athena of scripted answers, which come at once unless a script holds them back. Records every call. */
public final class FakeAthena implements AthenaAsyncClient {
    public final List<StartQueryExecutionRequest> starts = Collections.synchronizedList(new ArrayList<>());
    public final List<String> stops = Collections.synchronizedList(new ArrayList<>());
    public final List<List<String>> batches = Collections.synchronizedList(new ArrayList<>());
    public final List<String> singles = Collections.synchronizedList(new ArrayList<>());

    /** Answers to starts, in order; the ids q1, q2, … when they run out. */
    public final Deque<Supplier<CompletableFuture<StartQueryExecutionResponse>>> onStart = new ArrayDeque<>();

    public final Deque<Supplier<CompletableFuture<StopQueryExecutionResponse>>> onStop = new ArrayDeque<>();
    public final Deque<Supplier<CompletableFuture<BatchGetQueryExecutionResponse>>> onBatch = new ArrayDeque<>();
    public final Deque<Supplier<CompletableFuture<GetQueryExecutionResponse>>> onSingle = new ArrayDeque<>();
    /** What each id is like; null makes it unprocessed. */
    public final Map<String, Function<String, QueryExecution>> executions = new ConcurrentHashMap<>();

    public final List<GetQueryResultsRequest> pages = Collections.synchronizedList(new ArrayList<>());
    public volatile Function<GetQueryResultsRequest, CompletableFuture<GetQueryResultsResponse>> onPage =
            request -> CompletableFuture.failedFuture(new AssertionError("no page is scripted"));
    public volatile Function<GetWorkGroupRequest, CompletableFuture<GetWorkGroupResponse>> onWorkGroup =
            request -> CompletableFuture.failedFuture(denied("GetWorkGroup"));

    public Function<String, QueryExecution> fallback = id -> execution(id, "RUNNING");
    public volatile Throwable batchError;
    public volatile Throwable singleError;

    public static QueryExecution execution(String id, String state) {
        return QueryExecution.builder()
                .queryExecutionId(id)
                .status(status -> status.state(state))
                .build();
    }

    /** Each of the states once, the last one for ever. */
    public static Function<String, QueryExecution> states(String... states) {
        Deque<String> left = new ArrayDeque<>(List.of(states));
        return id -> execution(id, left.size() > 1 ? left.poll() : left.element());
    }

    public static <T> Supplier<CompletableFuture<T>> fails(Throwable error) {
        return () -> CompletableFuture.failedFuture(error);
    }

    public static Throwable throttled() {
        return TooManyRequestsException.builder()
                .awsErrorDetails(details("TooManyRequestsException", "Rate exceeded"))
                .statusCode(400)
                .build();
    }

    public static Throwable denied(String what) {
        return AthenaException.builder()
                .awsErrorDetails(details("AccessDeniedException", "not authorized to perform " + what))
                .statusCode(400)
                .build();
    }

    public static Throwable invalid(String message, String code) {
        return InvalidRequestException.builder()
                .athenaErrorCode(code)
                .awsErrorDetails(details("InvalidRequestException", message))
                .statusCode(400)
                .build();
    }

    private static AwsErrorDetails details(String code, String message) {
        return AwsErrorDetails.builder().errorCode(code).errorMessage(message).build();
    }

    public static StartQueryExecutionResponse started(String id) {
        return StartQueryExecutionResponse.builder().queryExecutionId(id).build();
    }

    @Override
    public CompletableFuture<StartQueryExecutionResponse> startQueryExecution(StartQueryExecutionRequest request) {
        starts.add(request);
        Supplier<CompletableFuture<StartQueryExecutionResponse>> scripted = onStart.poll();
        return scripted == null ? CompletableFuture.completedFuture(started("q" + starts.size())) : scripted.get();
    }

    @Override
    public CompletableFuture<StopQueryExecutionResponse> stopQueryExecution(StopQueryExecutionRequest request) {
        stops.add(request.queryExecutionId());
        Supplier<CompletableFuture<StopQueryExecutionResponse>> scripted = onStop.poll();
        return scripted == null
                ? CompletableFuture.completedFuture(
                        StopQueryExecutionResponse.builder().build())
                : scripted.get();
    }

    @Override
    public CompletableFuture<BatchGetQueryExecutionResponse> batchGetQueryExecution(
            BatchGetQueryExecutionRequest request) {
        batches.add(request.queryExecutionIds());
        Supplier<CompletableFuture<BatchGetQueryExecutionResponse>> scripted = onBatch.poll();
        if (scripted != null) {
            return scripted.get();
        }
        if (batchError != null) {
            return CompletableFuture.failedFuture(batchError);
        }
        List<QueryExecution> told = new ArrayList<>();
        List<UnprocessedQueryExecutionId> untold = new ArrayList<>();
        for (String id : request.queryExecutionIds()) {
            QueryExecution execution = look(id);
            if (execution == null) {
                untold.add(UnprocessedQueryExecutionId.builder()
                        .queryExecutionId(id)
                        .errorCode("INTERNAL")
                        .build());
            } else {
                told.add(execution);
            }
        }
        return CompletableFuture.completedFuture(BatchGetQueryExecutionResponse.builder()
                .queryExecutions(told)
                .unprocessedQueryExecutionIds(untold)
                .build());
    }

    @Override
    public CompletableFuture<GetQueryExecutionResponse> getQueryExecution(GetQueryExecutionRequest request) {
        singles.add(request.queryExecutionId());
        Supplier<CompletableFuture<GetQueryExecutionResponse>> scripted = onSingle.poll();
        if (scripted != null) {
            return scripted.get();
        }
        return singleError != null
                ? CompletableFuture.failedFuture(singleError)
                : CompletableFuture.completedFuture(GetQueryExecutionResponse.builder()
                        .queryExecution(look(request.queryExecutionId()))
                        .build());
    }

    private QueryExecution look(String id) {
        return executions.getOrDefault(id, fallback).apply(id);
    }

    @Override
    public CompletableFuture<GetQueryResultsResponse> getQueryResults(GetQueryResultsRequest request) {
        pages.add(request);
        return onPage.apply(request);
    }

    @Override
    public CompletableFuture<GetWorkGroupResponse> getWorkGroup(GetWorkGroupRequest request) {
        return onWorkGroup.apply(request);
    }

    @Override
    public String serviceName() {
        return "athena";
    }

    @Override
    public void close() {
        // holds nothing
    }
}
