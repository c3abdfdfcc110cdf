package dev.sluice.cli;

import dev.sluice.reader.QueryProgress;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Redraws one line on a terminal ten times a second, and takes it away at the end. The reader's threads only leave a moment
 * here; a thread of this line's own draws, since a terminal may be slow.
 */
final class ProgressLine implements Consumer<QueryProgress>, AutoCloseable {
    private static final Duration REDRAW = Duration.ofMillis(100);
    private static final String CLEAR = "\r\u001b[K";

    private final PrintStream terminal;
    private final LongSupplier nanoTime;
    private final long startedAt;
    private final @Nullable ScheduledExecutorService timer;
    private volatile @Nullable QueryProgress latest;
    private volatile long readingSince;
    private volatile boolean reading;
    private boolean drawn; // guarded by this
    private boolean closed; // guarded by this

    private ProgressLine(PrintStream terminal, LongSupplier nanoTime, @Nullable ScheduledExecutorService timer) {
        this.terminal = terminal;
        this.nanoTime = nanoTime;
        this.startedAt = nanoTime.getAsLong();
        this.timer = timer;
    }

    static ProgressLine on(PrintStream terminal) {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "sluice-progress");
            thread.setDaemon(true);
            return thread;
        });
        ProgressLine line = new ProgressLine(terminal, System::nanoTime, timer);
        var unused = timer.scheduleAtFixedRate(line::draw, 0, REDRAW.toMillis(), TimeUnit.MILLISECONDS);
        return line;
    }

    /** A line that its caller redraws, by a clock of the caller's. */
    static ProgressLine byHand(PrintStream terminal, LongSupplier nanoTime) {
        return new ProgressLine(terminal, nanoTime, null);
    }

    @Override
    public void accept(QueryProgress progress) {
        if (!reading && progress.bytes() > 0) {
            readingSince = nanoTime.getAsLong();
            reading = true;
        }
        latest = progress;
    }

    synchronized void draw() {
        QueryProgress progress = latest;
        if (progress == null || closed) {
            return;
        }
        long now = nanoTime.getAsLong();
        Duration readFor = reading ? Duration.ofNanos(now - readingSince) : Duration.ZERO;
        terminal.print(CLEAR + ProgressText.of(progress, Duration.ofNanos(now - startedAt), readFor));
        terminal.flush();
        drawn = true;
    }

    @Override
    public void close() {
        clear();
    }

    /** Takes the line away, for good: nothing is drawn afterwards. */
    synchronized void clear() {
        if (closed) {
            return;
        }
        closed = true;
        if (timer != null) {
            timer.shutdownNow();
        }
        if (drawn) {
            terminal.print(CLEAR);
            terminal.flush();
        }
    }
}
