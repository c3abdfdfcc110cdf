package dev.sluice.testkit.internal.athena;

import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.engine.EngineResult;
import dev.sluice.testkit.engine.ExecutionContext;
import dev.sluice.testkit.engine.QueryEngine;
import dev.sluice.testkit.engine.RequeueException;
import dev.sluice.testkit.internal.result.ResultFiles;
import dev.sluice.testkit.internal.result.ResultNames;
import dev.sluice.testkit.internal.result.S3Location;
import dev.sluice.testkit.internal.result.StoredResult;
import dev.sluice.testkit.s3.ObjectStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes executions from QUEUED to their end, each on a thread of its own; only so many run at once, the others stay QUEUED. */
final class ExecutionRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExecutionRunner.class);
    private static final int RESULT_NOT_WRITTEN = 401;
    private static final int INTERNAL_ERROR = 9999;
    private static final long CLOSE_SECONDS = 10;

    private final QueryEngine engine;
    private final ObjectStore store;
    private final ResultFiles files;
    private final Path directory;
    private final QueryRegistry registry;
    private final Semaphore slots;
    private final ExecutorService threads;

    ExecutionRunner(QueryEngine engine, ObjectStore store, Path directory, QueryRegistry registry, int concurrency) {
        this.engine = engine;
        this.store = store;
        this.files = new ResultFiles(store, directory);
        this.directory = directory;
        this.registry = registry;
        this.slots = new Semaphore(concurrency, true);
        AtomicLong number = new AtomicLong();
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "testkit-query-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    void submit(QueryExecution execution) {
        threads.execute(() -> {
            if (execution.attach()) {
                try {
                    toItsEnd(execution);
                } finally {
                    execution.detach();
                }
            }
        });
    }

    private void toItsEnd(QueryExecution execution) {
        Path scratch = directory.resolve(execution.id() + ".scratch");
        try {
            Files.createDirectories(scratch);
            boolean again;
            do {
                again = attempt(execution, scratch);
            } while (again);
        } catch (InterruptedException e) {
            LOG.debug("{} was interrupted", execution.id());
        } catch (EngineException e) {
            execution.fail(e);
        } catch (IOException | UncheckedIOException e) {
            execution.fail(failure(RESULT_NOT_WRITTEN, "Failed to write query results: " + e, e));
        } catch (RuntimeException e) {
            if (e.getCause() instanceof EngineException failure) {
                execution.fail(failure);
                return;
            }
            // Cancelled meanwhile, it is only the way in which the engine broke off.
            if (execution.fail(failure(INTERNAL_ERROR, "INTERNAL_ERROR: " + e, e))) {
                LOG.warn("{} failed in the engine", execution.id(), e);
            }
        } finally {
            deleteTree(scratch);
        }
    }

    /** Runs it once; true if it is back in the queue. */
    private boolean attempt(QueryExecution execution, Path scratch)
            throws EngineException, InterruptedException, IOException {
        Submission work = execution.submission();
        ExecutionContext context = new ExecutionContext(
                work.id(), store, work.location() == null ? "" : Objects.toString(work.location()), scratch);
        engine.awaitStart(work.statement(), work.info(), context);
        slots.acquire();
        try {
            if (!execution.run()) {
                return false;
            }
            Optional<QueryExecution.Status> earlier = registry.reusable(work);
            if (earlier.isPresent()) {
                execution.succeedWith(earlier.get());
                return false;
            }
            if (work.action() != null) {
                work.action().run();
                finish(execution, new EngineResult.Text(List.of(), List.of()));
                return false;
            }
            ParameterMarkers.check(work.statement());
            try (EngineResult result = engine.execute(work.statement(), work.info(), context)) {
                finish(execution, result);
            }
            return false;
        } catch (RequeueException e) {
            LOG.debug("{} goes back to the queue", execution.id());
            return execution.requeue();
        } finally {
            slots.release();
        }
    }

    private void finish(QueryExecution execution, EngineResult result) throws IOException, InterruptedException {
        Submission work = execution.submission();
        ResultNames names = work.names();
        StoredResult stored = files.store(work.id(), work.info().kind(), names, work.clientEncrypted(), result);
        if (execution.succeed(stored)) {
            registry.succeeded(execution);
        } else if (names != null) {
            // The cancel came first, so nobody may find a result.
            delete(names.object());
            delete(names.metadata());
            if (names.manifest() != null) {
                delete(names.manifest());
            }
        }
    }

    private void delete(S3Location object) {
        store.delete(object.bucket(), object.key());
    }

    private static EngineException failure(int type, String message, Exception cause) {
        EngineException failure = new EngineException(EngineException.SYSTEM, type, false, message);
        failure.initCause(cause);
        return failure;
    }

    static void deleteTree(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(directory)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("{} could not be removed", directory, e);
        }
    }

    /** Cancels what runs and waits for its threads. */
    @Override
    public void close() {
        registry.executions().forEach(QueryExecution::cancel);
        threads.shutdown();
        try {
            if (!threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("a query did not end within {} s of its cancel", CLOSE_SECONDS);
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
