package dev.sluice.testkit;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What was started, to be closed in the opposite order, each even if another fails. */
final class StartedParts implements AutoCloseable {
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    synchronized <P extends AutoCloseable> P add(P part) {
        parts.push(part);
        return part;
    }

    /** Closes everything after a failure, which keeps what else fails. */
    void closeAfter(Throwable failure) {
        try {
            close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public void close() {
        RuntimeException failure = null;
        for (AutoCloseable part = next(); part != null; part = next()) {
            try {
                part.close();
            } catch (Exception e) {
                if (failure == null) {
                    failure = new IllegalStateException("the local Athena could not be closed cleanly", e);
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private synchronized @Nullable AutoCloseable next() {
        return parts.poll();
    }
}
