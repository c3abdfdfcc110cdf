package dev.sluice.reader;

import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.reader.internal.query.ControlLoop;
import dev.sluice.reader.internal.result.MeteredFileSystem;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells one subscription's listener how far it has come. Called by one thread after the other, never by two at once. */
final class ProgressReporter {
    private final @Nullable Consumer<? super QueryProgress> listener;
    private final ControlLoop clock;
    private final MeteredFileSystem files;
    private final ByteBudget budget;
    private final long startedNanos;
    private volatile @Nullable String id;
    private volatile QueryState state = QueryState.UNKNOWN;
    private volatile int totalFiles = -1;
    private volatile long rows;

    ProgressReporter(
            @Nullable Consumer<? super QueryProgress> listener,
            ControlLoop clock,
            MeteredFileSystem files,
            ByteBudget budget) {
        this.listener = listener;
        this.clock = clock;
        this.files = files;
        this.budget = budget;
        this.startedNanos = clock.nanoTime();
    }

    void query(String newId, QueryState newState) {
        id = newId;
        state = newState;
        tell();
    }

    void located(int newTotalFiles) {
        totalFiles = newTotalFiles;
        files.reset();
        tell();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time writes, any may read
    void delivered(int moreRows) {
        rows += moreRows;
        tell();
    }

    private void tell() {
        if (listener != null) {
            listener.accept(new QueryProgress(
                    id,
                    state,
                    Duration.ofNanos(clock.nanoTime() - startedNanos),
                    files.openedFiles(),
                    totalFiles,
                    files.bytes(),
                    rows,
                    budget.inUse(),
                    budget.limit()));
        }
    }
}
