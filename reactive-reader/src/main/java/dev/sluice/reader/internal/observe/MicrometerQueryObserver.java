package dev.sluice.reader.internal.observe;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import reactor.util.context.ContextView;

/**
 * The observation {@code sluice.query}. Its parent is taken from the subscriber's context, since no thread of a reader carries
 * one.
 */
public final class MicrometerQueryObserver implements QueryObserver {
    /** Where Micrometer's context propagation keeps the current observation ({@code ObservationThreadLocalAccessor.KEY}). */
    private static final String PARENT = "micrometer.observation";

    private static final String ABSENT = "none";

    private final ObservationRegistry registry;

    /** Observations in a registry. */
    public MicrometerQueryObserver(ObservationRegistry registry) {
        this.registry = registry;
    }

    @Override
    public QueryObservation start(@Nullable String workGroup, @Nullable String database, ContextView context) {
        if (registry.isNoop()) {
            return QueryObservation.NONE;
        }
        Observation observation = Observation.createNotStarted("sluice.query", registry)
                .contextualName("athena query")
                .lowCardinalityKeyValue("db.system.name", "aws.athena")
                .lowCardinalityKeyValue("db.namespace", database == null ? ABSENT : database)
                .lowCardinalityKeyValue("sluice.workgroup", workGroup == null ? ABSENT : workGroup);
        Object parent = context.getOrDefault(PARENT, null);
        if (parent instanceof Observation outer) {
            observation.parentObservation(outer);
        }
        observation.start();
        return new Started(observation);
    }

    private static final class Started implements QueryObservation {
        private final Observation observation;
        private final AtomicBoolean ended = new AtomicBoolean();

        Started(Observation observation) {
            this.observation = observation;
        }

        @Override
        public void started(String queryExecutionId) {
            observation.highCardinalityKeyValue("sluice.query_execution_id", queryExecutionId);
            event("query.started");
        }

        @Override
        public void completed() {
            event("query.completed");
        }

        @Override
        public void firstBatch() {
            event("first.batch");
        }

        private void event(String name) {
            observation.event(Observation.Event.of(name));
        }

        @Override
        public void succeeded() {
            end("success", ABSENT);
        }

        @Override
        public void failed(Throwable error) {
            observation.error(error);
            end("error", error.getClass().getSimpleName());
        }

        @Override
        public void cancelled() {
            end("cancelled", ABSENT);
        }

        private void end(String outcome, String errorType) {
            if (ended.compareAndSet(false, true)) {
                observation
                        .lowCardinalityKeyValue("sluice.outcome", outcome)
                        .lowCardinalityKeyValue("error.type", errorType)
                        .stop();
            }
        }
    }
}
