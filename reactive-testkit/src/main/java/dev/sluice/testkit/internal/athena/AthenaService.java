package dev.sluice.testkit.internal.athena;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.testkit.AthenaCall;
import dev.sluice.testkit.WorkGroup;
import dev.sluice.testkit.engine.QueryEngine;
import dev.sluice.testkit.http.HttpCall;
import dev.sluice.testkit.http.HttpHandler;
import dev.sluice.testkit.http.HttpReply;
import dev.sluice.testkit.http.Operation;
import dev.sluice.testkit.http.Refusal;
import dev.sluice.testkit.s3.ObjectStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Athena's JSON 1.1 protocol: finds the operation, words its answer or its error, keeps a record of the calls. */
public final class AthenaService implements HttpHandler, AutoCloseable {
    /** The service's name in {@link Operation}. */
    public static final String NAME = "athena";

    private static final String TARGET_PREFIX = "AmazonAthena.";
    private static final int MAX_BODY_BYTES = 4 << 20;

    private final QueryRegistry registry;
    private final ExecutionRunner runner;
    private final Map<String, Function<ApiRequest, ObjectNode>> operations;
    private final Queue<AthenaCall> calls = new ConcurrentLinkedQueue<>();
    private volatile boolean recording = true;

    /**
     * A service.
     *
     * @param engine runs the statements; not closed here
     * @param store where results go
     * @param directory a directory for files in the making and for managed results
     * @param groups the workgroups it begins with
     * @param concurrency how many queries run at once
     * @param clock tells the time
     */
    public AthenaService(
            QueryEngine engine,
            ObjectStore store,
            Path directory,
            List<WorkGroup> groups,
            int concurrency,
            Clock clock) {
        WorkGroups workGroups = new WorkGroups(groups, clock);
        PreparedStatements prepared = new PreparedStatements(clock);
        this.registry = new QueryRegistry(clock);
        this.runner = new ExecutionRunner(engine, store, directory, registry, concurrency);
        SubmissionReader reader = new SubmissionReader(engine, store, workGroups, new PreparedSql(prepared));
        this.operations = OperationTable.of(
                new QueryOperations(registry, workGroups, reader, runner),
                new ResultOperations(registry),
                new WorkGroupOperations(workGroups, registry, prepared),
                new PreparedStatementOperations(prepared, workGroups),
                new CatalogOperations(engine.catalog(), clock.instant()));
    }

    @Override
    public @Nullable Operation identify(HttpCall call) {
        String target = call.headers().first("X-Amz-Target", "");
        return call.method().equals("POST") && target.startsWith(TARGET_PREFIX)
                ? Operation.of(NAME, target.substring(TARGET_PREFIX.length()))
                : null;
    }

    @Override
    public HttpReply handle(HttpCall call, Operation operation) throws IOException {
        byte[] body = call.bytes(MAX_BODY_BYTES);
        HttpReply reply;
        try {
            Signatures.check(call.headers());
            Function<ApiRequest, ObjectNode> work = operations.get(operation.name());
            if (work == null) {
                throw ApiError.of(400, "UnknownOperationException", "");
            }
            reply = reply(200, work.apply(new ApiRequest(parse(body)))).build();
        } catch (ApiError e) {
            reply = reply(e);
        }
        record(call, operation, body, reply);
        return reply;
    }

    @Override
    public HttpReply refuse(HttpCall call, Operation operation, Refusal refusal) {
        String type = refusal.code().equals("InternalError") ? "InternalServerException" : refusal.code();
        HttpReply reply = reply(ApiError.of(refusal.status(), type, refusal.message()));
        try {
            record(call, operation, call.bytes(MAX_BODY_BYTES), reply);
        } catch (IOException e) {
            // The client went away: nobody is left to answer, and the call is recorded without its body.
            record(call, operation, new byte[0], reply);
        }
        return reply;
    }

    private static JsonNode parse(byte[] body) throws IOException {
        try {
            JsonNode json = Json.MAPPER.readTree(body);
            if (json.isObject()) {
                return json;
            }
        } catch (JsonProcessingException e) {
            throw ApiError.of(400, "SerializationException", "The request is not JSON");
        }
        throw ApiError.of(400, "SerializationException", "The request is not a JSON object");
    }

    private static HttpReply reply(ApiError error) {
        ObjectNode json = Json.object().put("__type", error.type());
        error.members().forEach(json::put);
        json.put("Message", error.text());
        return reply(error.status(), json)
                .header("x-amzn-ErrorType", error.type())
                .build();
    }

    private static HttpReply.Builder reply(int status, ObjectNode json) {
        try {
            return HttpReply.status(status)
                    .header("x-amzn-RequestId", UUID.randomUUID().toString())
                    .body(Json.MAPPER.writeValueAsBytes(json), "application/x-amz-json-1.1");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of JSON nodes can be written", e);
        }
    }

    private void record(HttpCall call, Operation operation, byte[] body, HttpReply reply) {
        if (recording) {
            Instant time = call.receivedAt();
            calls.add(new AthenaCall(operation.name(), new String(body, StandardCharsets.UTF_8), time, reply.status()));
        }
    }

    /**
     * Switches the record of calls on or off.
     *
     * @param on whether the calls to come are recorded
     */
    public void record(boolean on) {
        recording = on;
    }

    /**
     * The calls so far.
     *
     * @return them, in the order they were answered
     */
    public List<AthenaCall> calls() {
        return List.copyOf(calls);
    }

    /** Forgets the calls so far. */
    public void clearCalls() {
        calls.clear();
    }

    /**
     * Queries that have not ended, or whose thread has not yet.
     *
     * @return their ids
     */
    public List<String> runningQueries() {
        return registry.running().stream().map(QueryExecution::id).toList();
    }

    /**
     * A query's state.
     *
     * @param id its id
     * @return the state, or null if there is no such query
     */
    public @Nullable String state(String id) {
        QueryExecution execution = registry.find(id);
        return execution == null ? null : execution.status().state().name();
    }

    @Override
    public void close() {
        runner.close();
    }
}
