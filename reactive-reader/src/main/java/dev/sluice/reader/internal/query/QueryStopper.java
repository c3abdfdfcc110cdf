package dev.sluice.reader.internal.query;

import dev.sluice.reader.PollBackoff;
import java.time.Duration;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.athena.AthenaAsyncClient;
import software.amazon.awssdk.services.athena.model.InvalidRequestException;
import software.amazon.awssdk.services.athena.model.StopQueryExecutionRequest;

/** Tells Athena to stop a query, whoever is still there to hear of it. */
final class QueryStopper {
    private static final Logger LOG = LoggerFactory.getLogger(QueryStopper.class);
    private static final PollBackoff BACKOFF = new PollBackoff(Duration.ofMillis(200), Duration.ofSeconds(5), 2, 0.5);
    private static final int ATTEMPTS = 8;

    private final AthenaAsyncClient athena;
    private final ControlLoop loop;
    private final DoubleSupplier random;

    QueryStopper(AthenaAsyncClient athena, ControlLoop loop, DoubleSupplier random) {
        this.athena = athena;
        this.loop = loop;
        this.random = random;
    }

    /** Stops a query; {@code done} runs once Athena has taken it or there is no use in trying on. */
    void stop(String id, Runnable done) {
        attempt(id, 1, done);
    }

    private void attempt(String id, int attempt, Runnable done) {
        loop.call(
                () -> athena.stopQueryExecution(
                        StopQueryExecutionRequest.builder().queryExecutionId(id).build()),
                (answer, error) -> {
                    if (error == null) {
                        LOG.debug("stopped query {}", id);
                        done.run();
                    } else if (error instanceof InvalidRequestException) {
                        LOG.debug("query {} needs no stop: {}", id, AthenaErrors.text(error));
                        done.run();
                    } else if (attempt < ATTEMPTS && AthenaErrors.isRetryable(error)) {
                        var unused = loop.after(
                                BACKOFF.interval(attempt - 1, random.getAsDouble()),
                                () -> attempt(id, attempt + 1, done));
                    } else {
                        LOG.warn("query {} could not be stopped and may still run: {}", id, AthenaErrors.text(error));
                        done.run();
                    }
                });
    }
}
