package dev.sluice.cli;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs what must be done before the process goes when it is told to (Ctrl-C, a termination signal). The JVM then exits with
 * 128 plus the signal's number, 130 for Ctrl-C, as a shell expects.
 */
final class Interrupts {
    private final Set<Runnable> actions = ConcurrentHashMap.newKeySet();
    private volatile boolean interrupted;

    /** For tests, which interrupt by hand. */
    Interrupts() {}

    static Interrupts ofThisProcess() {
        Interrupts interrupts = new Interrupts();
        Runtime.getRuntime().addShutdownHook(new Thread(interrupts::interrupt, "sluice-interrupt"));
        return interrupts;
    }

    /** Runs the actions that are registered now; after a normal end there are none. */
    void interrupt() {
        interrupted = true;
        actions.forEach(Runnable::run);
    }

    /** Whether the process is on its way out: then errors are consequences, and no news to anyone. */
    boolean isInterrupted() {
        return interrupted;
    }

    /**
     * Has an action run on an interrupt; at once, if that has come already.
     *
     * @param action may block for a bounded time; may be run twice if the interrupt comes just now
     * @return takes the action back
     */
    Registration onInterrupt(Runnable action) {
        actions.add(action);
        if (interrupted) {
            action.run();
        }
        return () -> actions.remove(action);
    }

    /** Takes an action back. */
    interface Registration extends AutoCloseable {
        @Override
        void close();
    }
}
