package dev.sluice.testkit;

import dev.sluice.testkit.fault.Faults;
import dev.sluice.testkit.internal.athena.AthenaService;
import dev.sluice.testkit.s3.LocalS3;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.athena.AthenaAsyncClient;
import software.amazon.awssdk.services.athena.AthenaAsyncClientBuilder;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3AsyncClientBuilder;

/**
 * A local Athena: its JSON protocol and an S3 on one port of the loopback interface. By default DuckDB runs the queries.
 *
 * <pre>{@code
 * try (LocalAthena athena = LocalAthena.start()) {
 *     athena.athenaClient().startQueryExecution(r -> r.queryString("SELECT 1")).join();
 * }
 * }</pre>
 *
 * <p>What a client needs to know: {@link #endpoint()} for both services, the credentials {@link LocalS3#credentials()} and the
 * region {@link LocalS3#REGION}, and path-style access to S3. Thread-safe.
 *
 * @since 0.1
 */
public final class LocalAthena implements AutoCloseable {
    private final LocalS3 s3;
    private final AthenaService service;
    private final StartedParts parts;
    private final String outputLocation;
    private @Nullable AthenaAsyncClient athenaClient;

    LocalAthena(LocalS3 s3, AthenaService service, StartedParts parts, String outputLocation) {
        this.s3 = s3;
        this.service = service;
        this.parts = parts;
        this.outputLocation = outputLocation;
    }

    /**
     * Starts one with DuckDB, a workgroup {@code primary} and a bucket for results.
     *
     * @return the running local Athena
     */
    public static LocalAthena start() {
        return builder().start();
    }

    /**
     * Starts to describe one.
     *
     * @return a builder
     */
    public static LocalAthenaBuilder builder() {
        return new LocalAthenaBuilder();
    }

    /**
     * Where both services are.
     *
     * @return {@code http://127.0.0.1:port}
     */
    public URI endpoint() {
        return s3.endpoint();
    }

    /**
     * The output location of the workgroup {@code primary}.
     *
     * @return {@code s3://athena-results/} unless told otherwise; also where that workgroup has none of its own
     */
    public String outputLocation() {
        return outputLocation;
    }

    /**
     * An Athena client, made at the first call and closed with this.
     *
     * @return the same client each time
     */
    public synchronized AthenaAsyncClient athenaClient() {
        AthenaAsyncClient client = athenaClient;
        if (client == null) {
            client = newAthenaClient(settings -> {});
            athenaClient = client;
        }
        return client;
    }

    /**
     * An S3 client, closed with this.
     *
     * @return the same client each time
     */
    public S3AsyncClient s3Client() {
        return s3.client();
    }

    /**
     * A further Athena client, closed with this at the latest.
     *
     * @param settings changes what it needs to change
     * @return the client
     */
    public synchronized AthenaAsyncClient newAthenaClient(Consumer<AthenaAsyncClientBuilder> settings) {
        return parts.add(SdkClients.athena(endpoint(), settings));
    }

    /**
     * A further S3 client, closed with this at the latest.
     *
     * @param settings changes what it needs to change
     * @return the client
     */
    public S3AsyncClient newS3Client(Consumer<S3AsyncClientBuilder> settings) {
        return s3.newClient(settings);
    }

    /**
     * The S3 behind it.
     *
     * @return its store, its calls
     */
    public LocalS3 s3() {
        return s3;
    }

    /**
     * What goes wrong, in both services.
     *
     * @return the fault layer
     */
    public Faults faults() {
        return s3.faults();
    }

    /**
     * The calls to Athena so far.
     *
     * @return them, in the order they were answered
     */
    public List<AthenaCall> calls() {
        return service.calls();
    }

    /**
     * The calls of one operation so far.
     *
     * @param operation for example {@code StopQueryExecution}
     * @return them, in the order they were answered
     */
    public List<AthenaCall> calls(String operation) {
        return calls().stream()
                .filter(call -> call.operation().equals(operation))
                .toList();
    }

    /** Forgets the calls to Athena so far. */
    public void clearCalls() {
        service.clearCalls();
    }

    /**
     * Switches the record of calls to Athena on or off. It is on at first; a long-running server wants it off.
     *
     * @param on whether the calls to come are recorded
     */
    public void recordCalls(boolean on) {
        service.record(on);
    }

    /**
     * Queries that have not ended, or whose engine has not yet.
     *
     * @return their ids, the newest first
     */
    public List<String> runningQueries() {
        return service.runningQueries();
    }

    /**
     * A query's state.
     *
     * @param queryExecutionId its id
     * @return the state's name
     * @throws IllegalArgumentException if there is no such query
     */
    public String state(String queryExecutionId) {
        String state = service.state(queryExecutionId);
        if (state == null) {
            throw new IllegalArgumentException("no query " + queryExecutionId);
        }
        return state;
    }

    /**
     * Connections that clients hold open, idle ones too.
     *
     * @return how many
     */
    public int openConnections() {
        return s3.openConnections();
    }

    /** Closes the clients, cancels what runs, stops the server and removes its files. Further calls do nothing. */
    @Override
    public void close() {
        parts.close();
    }
}
