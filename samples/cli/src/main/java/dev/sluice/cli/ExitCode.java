package dev.sluice.cli;

/** The exit codes that scripts may rely on. */
final class ExitCode {
    static final int OK = 0;
    /** The query failed, or its result could not be read or written. */
    static final int FAILED = 1;
    /** The command line makes no sense. */
    static final int USAGE = 2;
    /** Ctrl-C: 128 and the number of SIGINT. */
    static final int INTERRUPTED = 130;

    private ExitCode() {}
}
