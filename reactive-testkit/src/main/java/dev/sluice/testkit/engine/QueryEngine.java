package dev.sluice.testkit.engine;

/**
 * Runs statements for the local Athena, which owns states, tokens, paging and the text of the result files. Every method may
 * block and is called on the local Athena's own threads, several at once.
 *
 * @since 0.1
 */
public interface QueryEngine extends AutoCloseable {
    /**
     * Looks at a statement without running it: what Athena does before it gives out a query id.
     *
     * @param request the statement and where it runs
     * @return what kind of statement it is
     * @throws InvalidStatementException if Athena would refuse it at once, as it does with a syntax error
     */
    StatementInfo analyze(StatementRequest request) throws InvalidStatementException;

    /**
     * Holds a statement back while its state is QUEUED. Called before each {@link #execute}, with the same thread and the
     * same rule about interrupts; most engines have nothing to wait for.
     *
     * @param request the statement
     * @param info what {@link #analyze} said of it
     * @param context what the execution will use
     * @throws InterruptedException if it was interrupted
     */
    default void awaitStart(StatementRequest request, StatementInfo info, ExecutionContext context)
            throws InterruptedException {}

    /**
     * Runs a statement to its end. A cancel is an interrupt of the calling thread: the engine then stops within a fraction
     * of a second and throws.
     *
     * @param request the statement
     * @param info what {@link #analyze} said of it
     * @param context where written files go
     * @return the result; the caller closes it
     * @throws EngineException if the statement fails; a {@link RequeueException} has it queued and executed once more
     * @throws InterruptedException if it was interrupted
     */
    EngineResult execute(StatementRequest request, StatementInfo info, ExecutionContext context)
            throws EngineException, InterruptedException;

    /**
     * The databases and tables, for the catalog calls.
     *
     * @return a live view
     */
    Catalog catalog();

    @Override
    void close();
}
