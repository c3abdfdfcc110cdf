package dev.sluice.cli;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs what must be done before the process goes when it is told to (Ctrl-C, a termination signal). The JVM then exits with
 * 128 plus the signal's number, 130 for Ctrl-C, as a shell expects.
 */
final class Interrupts {
    private final Set<Registration> registrations = ConcurrentHashMap.newKeySet();
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
        registrations.forEach(Registration::run);
    }

    /** Whether the process is on its way out: then errors are consequences, and no news to anyone. */
    boolean isInterrupted() {
        return interrupted;
    }

    /**
     * Has an action run on an interrupt; at once, if that has come already.
     *
     * @param action runs once at most; may block for a bounded time
     * @return takes the action back
     */
    Registration onInterrupt(Runnable action) {
        Registration registration = new Registration(action);
        registrations.add(registration);
        if (interrupted) {
            registration.run();
        }
        return registration;
    }

    /** An action that may be taken back. */
    final class Registration {
        private final Runnable action;
        private boolean done; // guarded by this

        private Registration(Runnable action) {
            this.action = action;
        }

        private synchronized void run() {
            if (!done) {
                done = true;
                action.run();
            }
        }

        /** Takes the action back; where it is being run, waits for its end, so that what it uses is not closed below it. */
        synchronized void takeBack() {
            done = true;
            registrations.remove(this);
        }
    }
}
