package dev.sluice.reader.internal.observe;

import org.jspecify.annotations.Nullable;
import reactor.util.context.ContextView;

/** Makes an observation for each subscription. Knows no Micrometer, which an application need not have. */
@FunctionalInterface
public interface QueryObserver {
    /** Observes nothing. */
    QueryObserver NONE = (workGroup, database, context) -> QueryObservation.NONE;

    /** A subscription begins. */
    QueryObservation start(@Nullable String workGroup, @Nullable String database, ContextView context);

    /** One subscription, from its start to its end. Called on any thread, one call after the other. */
    interface QueryObservation {
        /** Observes nothing. */
        QueryObservation NONE = new QueryObservation() {};

        /** Athena took the query. */
        default void started(String queryExecutionId) {}

        /** The query succeeded. */
        default void completed() {}

        /** The first batch is there. */
        default void firstBatch() {}

        /** It ended well. */
        default void succeeded() {}

        /** It ended by an error. */
        default void failed(Throwable error) {}

        /** The subscriber cancelled. */
        default void cancelled() {}
    }
}
