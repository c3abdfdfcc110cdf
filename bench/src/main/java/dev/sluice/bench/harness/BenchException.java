package dev.sluice.bench.harness;

/** A run that could not be measured: a child that failed, a server that did not start. The message is for the user. */
public final class BenchException extends RuntimeException {
    /**
     * A failure of its own.
     *
     * @param message what happened, and in which process
     */
    public BenchException(String message) {
        super(message);
    }

    /**
     * A failure with a cause.
     *
     * @param message what happened, and in which process
     * @param cause why
     */
    public BenchException(String message, Throwable cause) {
        super(message, cause);
    }
}
