package dev.sluice.testkit.engine;

/**
 * A transient error after which Athena tries again by itself: the state goes from RUNNING back to QUEUED, and the engine
 * is asked anew.
 *
 * @since 0.1
 */
public class RequeueException extends EngineException {
    private static final long serialVersionUID = 1L;
    private static final int INTERNAL_ERROR = 200;

    /**
     * Describes the error.
     *
     * @param message what went wrong; nobody sees it when the next try works
     */
    public RequeueException(String message) {
        super(SYSTEM, INTERNAL_ERROR, true, message);
    }
}
