package dev.sluice.reader.internal.arrow;

import java.lang.ref.Cleaner;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds batches that were given away and forgotten: frees them once the collector has found them unreachable, and warns once
 * for each query. With the system property {@code sluice.leakDetection=FULL} the warning carries the stack of the batch's
 * emission.
 */
final class LeakTracker {
    static final String LEVEL = "sluice.leakDetection";

    private static final Logger log = LoggerFactory.getLogger(LeakTracker.class);
    private static final Cleaner CLEANER = Cleaner.create();

    private LeakTracker() {}

    /** Watches over {@code view}, through which alone {@code life} is known outside. */
    static Cleaner.Cleanable track(Object view, BatchLife life) {
        boolean full = "FULL".equalsIgnoreCase(System.getProperty(LEVEL));
        return CLEANER.register(view, new Forgotten(life, full ? new Throwable("the batch was emitted here") : null));
    }

    /** Runs when the view is gone, or was closed; the latter leaves nothing to do. */
    record Forgotten(BatchLife life, @Nullable Throwable emission) implements Runnable {
        @Override
        public void run() {
            if (!life.close(BatchState.CLOSED_BY_CLEANER)) {
                return;
            }
            ResultScope scope = life.scope();
            scope.events().batchLeaked();
            if (scope.reportsLeak()) {
                log.warn(
                        "batch {} of query {} was never closed; its {} bytes are freed now. Close every OwnedBatch"
                                + (emission == null ? "; run with -D" + LEVEL + "=FULL to see where it came from" : ""),
                        life.number(),
                        scope.queryExecutionId(),
                        life.bytes(),
                        emission);
            }
        }
    }
}
