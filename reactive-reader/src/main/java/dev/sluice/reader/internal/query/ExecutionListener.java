package dev.sluice.reader.internal.query;

/** Follows one query, on the control loop. What it throws ends the query and goes to the subscriber. */
public interface ExecutionListener {
    /** Follows nothing. */
    ExecutionListener NONE = new ExecutionListener() {
        @Override
        public void started(String id) {
            // nobody asks
        }

        @Override
        public void seen(ExecutionSnapshot snapshot) {
            // nobody asks
        }
    };

    /** Athena took the query. */
    void started(String id);

    /** Athena told the state. */
    void seen(ExecutionSnapshot snapshot);
}
