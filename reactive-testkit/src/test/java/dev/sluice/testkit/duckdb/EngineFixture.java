package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.engine.EngineResult;
import dev.sluice.testkit.engine.EngineResult.Column;
import dev.sluice.testkit.engine.ExecutionContext;
import dev.sluice.testkit.engine.InvalidStatementException;
import dev.sluice.testkit.engine.StatementInfo;
import dev.sluice.testkit.engine.StatementRequest;
import dev.sluice.testkit.internal.result.AthenaText;
import dev.sluice.testkit.internal.store.FileObjectStore;
import dev.sluice.testkit.s3.ObjectStore;
import dev.sluice.testkit.s3.StoredObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;

/** An engine on a store of its own, asked as the local Athena asks it. */
final class EngineFixture implements AutoCloseable {
    static final String BUCKET = "results";

    private final Path directory;
    private final FileObjectStore store;
    private final DuckDbEngine engine;

    EngineFixture(Path directory, Consumer<DuckDbEngine.Builder> settings) {
        this.directory = directory;
        this.store = new FileObjectStore(newDirectory("store"), 1);
        store.createBucket(BUCKET);
        DuckDbEngine.Builder builder =
                DuckDbEngine.builder().demoRows(1_000).threads(2).memoryLimitBytes(1_000_000_000);
        settings.accept(builder);
        this.engine = builder.build();
    }

    EngineFixture(Path directory) {
        this(directory, builder -> {});
    }

    DuckDbEngine engine() {
        return engine;
    }

    ObjectStore store() {
        return store;
    }

    /** Runs a statement in the database {@code default}. */
    EngineResult run(String sql, String... parameters) throws Exception {
        return runIn("default", sql, parameters);
    }

    EngineResult runIn(String database, String sql, String... parameters) throws Exception {
        StatementRequest request = new StatementRequest(sql, List.of(parameters), "AwsDataCatalog", database);
        StatementInfo info = engine.analyze(request);
        return engine.execute(request, info, context());
    }

    ExecutionContext context() {
        return new ExecutionContext(
                UUID.randomUUID().toString(), store, "s3://" + BUCKET + "/out/", newDirectory("scratch"));
    }

    /** The texts of a SELECT's rows, as Athena shows them. */
    List<List<@Nullable String>> texts(String sql, String... parameters) throws Exception {
        try (EngineResult result = run(sql, parameters)) {
            EngineResult.Rows rows = (EngineResult.Rows) result;
            List<List<@Nullable String>> texts = new ArrayList<>();
            Iterator<@Nullable Object[]> iterator = rows.rows();
            while (iterator.hasNext()) {
                @Nullable Object[] row = iterator.next();
                List<@Nullable String> cells = new ArrayList<>();
                for (int i = 0; i < row.length; i++) {
                    cells.add(AthenaText.render(rows.columns().get(i).type(), row[i]));
                }
                texts.add(cells);
            }
            return texts;
        }
    }

    /** The text of a SELECT with one row and one column. */
    @Nullable
    String text(String sql, String... parameters) throws Exception {
        List<List<@Nullable String>> rows = texts(sql, parameters);
        Assertions.assertThat(rows).as(sql).hasSize(1);
        Assertions.assertThat(rows.get(0)).as(sql).hasSize(1);
        return rows.get(0).get(0);
    }

    List<Column> columns(String sql, String... parameters) throws Exception {
        try (EngineResult result = run(sql, parameters)) {
            return ((EngineResult.Rows) result).columns();
        }
    }

    /** Names and types: {@code a integer}. */
    List<String> schema(String sql, String... parameters) throws Exception {
        return columns(sql, parameters).stream()
                .map(c -> c.name() + " " + c.type())
                .toList();
    }

    EngineResult.Files files(String sql, String... parameters) throws Exception {
        return (EngineResult.Files) run(sql, parameters);
    }

    List<String> lines(String sql) throws Exception {
        return ((EngineResult.Text) run(sql)).lines();
    }

    /** The failure of a statement that is accepted and then fails. */
    EngineException failure(String sql, String... parameters) {
        return Assertions.catchThrowableOfType(EngineException.class, () -> {
            try (EngineResult result = run(sql, parameters)) {
                if (result instanceof EngineResult.Rows rows) {
                    rows.rows().forEachRemaining(row -> {});
                }
            }
        });
    }

    /** What a statement is refused with before it gets an id. */
    InvalidStatementException refusal(String sql, String... parameters) {
        return Assertions.catchThrowableOfType(
                InvalidStatementException.class,
                () -> engine.analyze(new StatementRequest(sql, List.of(parameters), "AwsDataCatalog", "default")));
    }

    /** The objects under a prefix of the bucket. */
    List<StoredObject> objects(String prefix) {
        return store.list(BUCKET, prefix);
    }

    /** A list for DuckDB of the files behind {@code s3://} paths. */
    String fileList(List<String> paths) {
        List<String> files = new ArrayList<>();
        for (String path : paths) {
            String key = path.substring(("s3://" + BUCKET + "/").length());
            files.add("'" + store.get(BUCKET, key).orElseThrow().file() + "'");
        }
        return files.toString();
    }

    private Path newDirectory(String prefix) {
        try {
            return Files.createTempDirectory(directory, prefix);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
