package dev.sluice.cli;

import java.io.IOException;

/** The output failed, not the query. */
final class OutputException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final boolean brokenPipe;

    OutputException(IOException cause) {
        super("cannot write: " + cause.getMessage(), cause);
        String message = cause.getMessage();
        this.brokenPipe = message != null && message.contains("Broken pipe");
    }

    /** Whether the reader of the pipe has had enough, which is no error. */
    boolean isBrokenPipe() {
        return brokenPipe;
    }
}
