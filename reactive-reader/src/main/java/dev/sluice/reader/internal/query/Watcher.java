package dev.sluice.reader.internal.query;

/** Is told what became of a query, on the control loop. */
interface Watcher {
    /** Athena told the state; the last time this is called it is a final one. */
    void seen(ExecutionSnapshot snapshot);

    /** The state can't be found out. */
    void lost(Throwable error);
}
