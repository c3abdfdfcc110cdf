package dev.sluice.reader;

import org.jspecify.annotations.Nullable;

/**
 * Where a query stands in Athena.
 *
 * @since 0.1
 */
public enum QueryState {
    /** Taken, and waiting for capacity; a running query may come back here when Athena tries it again. */
    QUEUED,
    /** Being run. */
    RUNNING,
    /** Ended, with a result. */
    SUCCEEDED,
    /** Ended by an error. */
    FAILED,
    /** Ended by somebody's wish. */
    CANCELLED,
    /** Not known yet, or a state that this version does not know. */
    UNKNOWN;

    /**
     * Reads Athena's name of a state.
     *
     * @param name the name, or null
     * @return the state; {@link #UNKNOWN} for anything new
     */
    public static QueryState of(@Nullable String name) {
        for (QueryState state : values()) {
            if (state.name().equals(name)) {
                return state;
            }
        }
        return UNKNOWN;
    }

    /**
     * Whether the query has ended.
     *
     * @return true for {@link #SUCCEEDED}, {@link #FAILED} and {@link #CANCELLED}
     */
    public boolean isFinal() {
        return this == SUCCEEDED || this == FAILED || this == CANCELLED;
    }
}
