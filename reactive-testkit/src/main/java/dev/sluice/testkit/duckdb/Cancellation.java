package dev.sluice.testkit.duckdb;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes an interrupt on to DuckDB, whose native code does not see it: looks every few milliseconds. */
final class Cancellation implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Cancellation.class);
    private static final long EVERY_MILLIS = 10;
    private static final int LOOKS_BETWEEN = 20;

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "local-athena-cancel");
        thread.setDaemon(true);
        return thread;
    });

    /** Watches the calling thread until the watch is closed. */
    Watch watch(Statement statement) {
        Watchdog watchdog = new Watchdog(Thread.currentThread(), statement);
        ScheduledFuture<?> task =
                clock.scheduleAtFixedRate(watchdog, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        return () -> task.cancel(false);
    }

    /** Runs a statement that returns no rows, on the calling thread and under its watch. */
    long update(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            Watch watch = watch(statement);
            try {
                return statement.executeLargeUpdate(sql);
            } finally {
                watch.close();
            }
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }

    /** Cancels once when the caller is interrupted, and again at longer and longer times, lest DuckDB missed it. */
    private static final class Watchdog implements Runnable {
        private final Thread caller;
        private final Statement statement;
        private int looks;
        private int next;

        Watchdog(Thread caller, Statement statement) {
            this.caller = caller;
            this.statement = statement;
        }

        @Override
        public void run() {
            if (!caller.isInterrupted() || looks++ < next) {
                return;
            }
            next = 2 * looks + LOOKS_BETWEEN;
            try {
                statement.cancel();
            } catch (SQLException e) {
                LOG.debug("The statement ended before it could be cancelled", e);
            }
        }
    }

    /** Ends a watch. */
    @FunctionalInterface
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }
}
