package dev.sluice.reader.internal.query;

/** Follows one query, on the control loop. What it throws ends the query and goes to the subscriber. */
public interface ExecutionListener {
    /** Athena took the query. */
    void started(String id);

    /** Athena told the state. */
    void seen(ExecutionSnapshot snapshot);
}
