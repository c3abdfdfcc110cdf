package dev.sluice.testkit.internal.result;

import dev.sluice.testkit.engine.AthenaType;
import dev.sluice.testkit.engine.EngineResult;
import dev.sluice.testkit.engine.StatementInfo;
import dev.sluice.testkit.s3.ObjectStore;
import dev.sluice.testkit.s3.StoredObject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns what an engine yields into Athena's result files. Rows stream through one buffer into a file, which then becomes the
 * object; only the record index stays in memory.
 */
public final class ResultFiles {
    private static final EngineResult.Column ROWS = new EngineResult.Column("rows", AthenaType.of("bigint"));
    private static final int ROWS_BETWEEN_INTERRUPT_CHECKS = 1024;

    private final ObjectStore store;
    private final Path directory;

    /**
     * Files of one local Athena.
     *
     * @param store where result objects go
     * @param directory a directory of the store's file system, for files in the making and for results without an object
     */
    public ResultFiles(ObjectStore store, Path directory) {
        this.store = store;
        this.directory = directory;
    }

    /**
     * Stores a result.
     *
     * @param id the query's id
     * @param kind the statement's kind
     * @param names where its files go; null with managed results, which leave no object
     * @param clientEncrypted whether the object must be one that only the owner of a key can read (CSE_KMS)
     * @param result what the engine yielded; not closed here
     * @return what GetQueryResults serves
     * @throws IOException if a file cannot be written
     * @throws InterruptedException if the query was cancelled meanwhile; no object is left then
     */
    public StoredResult store(
            String id,
            StatementInfo.Kind kind,
            @Nullable ResultNames names,
            boolean clientEncrypted,
            EngineResult result)
            throws IOException, InterruptedException {
        Target target = new Target(id, names, clientEncrypted);
        if (result instanceof EngineResult.Rows rows) {
            return rows(target, rows);
        }
        if (result instanceof EngineResult.Files files) {
            return files(target, kind, files);
        }
        return text(target, (EngineResult.Text) result);
    }

    private record Target(String id, @Nullable ResultNames names, boolean clientEncrypted) {}

    private StoredResult rows(Target target, EngineResult.Rows result) throws IOException, InterruptedException {
        Path file = directory.resolve(target.id() + ".csv");
        RecordIndex index;
        try {
            index = writeCsv(result, file);
        } catch (IOException | InterruptedException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
        long bytes = Files.size(file);
        List<ColumnInfo> columns = ColumnInfo.of(result.columns());
        CsvRows.FileSource source = publish(target, file);
        metadata(target, columns);
        CsvRows rows = new CsvRows(source, index, columns.size());
        return new StoredResult(columns, rows, null, 0, index.records() - 1, bytes);
    }

    private static RecordIndex writeCsv(EngineResult.Rows result, Path file) throws IOException, InterruptedException {
        List<EngineResult.Column> columns = result.columns();
        // Not a channel: an interrupt would close it half way with an error that hides the cancel.
        try (CsvWriter csv = new CsvWriter(new FileOutputStream(file.toFile()))) {
            for (EngineResult.Column column : columns) {
                csv.cell(column.name());
            }
            csv.endRecord();
            Iterator<@Nullable Object[]> rows = result.rows();
            for (long row = 0; rows.hasNext(); row++) {
                if (row % ROWS_BETWEEN_INTERRUPT_CHECKS == 0 && Thread.interrupted()) {
                    throw new InterruptedException("cancelled while its result was written");
                }
                @Nullable Object[] values = rows.next();
                if (values.length != columns.size()) {
                    throw new IllegalStateException("the engine yielded a row of " + values.length + " values for "
                            + columns.size() + " columns");
                }
                for (int i = 0; i < values.length; i++) {
                    csv.cell(AthenaText.render(columns.get(i).type(), values[i]));
                }
                csv.endRecord();
            }
            return csv.index();
        }
    }

    /** Makes the file the query's object, or keeps it; returns where pages are read from. */
    private CsvRows.FileSource publish(Target target, Path file) throws IOException {
        ResultNames names = target.names();
        if (names == null) {
            return () -> file;
        }
        S3Location at = names.object();
        if (target.clientEncrypted()) {
            Path sealed = directory.resolve(target.id() + ".sealed");
            try (InputStream in = Files.newInputStream(file);
                    OutputStream out = SealedObject.seal(new FileOutputStream(sealed.toFile()))) {
                in.transferTo(out);
            }
            store.put(at.bucket(), at.key(), sealed);
            return () -> file;
        }
        StoredObject stored = store.put(at.bucket(), at.key(), file);
        return () -> store.get(at.bucket(), at.key())
                .filter(now -> now.etag().equals(stored.etag()))
                .map(StoredObject::file)
                .orElseThrow(() -> new FileNotFoundException("Could not find results"));
    }

    private StoredResult files(Target target, StatementInfo.Kind kind, EngineResult.Files result) throws IOException {
        List<ColumnInfo> columns = List.of(ColumnInfo.of(ROWS));
        ResultNames names = target.names();
        if (names != null && names.manifest() != null) {
            put(target, names.manifest(), lines(result.paths()));
        }
        metadata(target, columns);
        long updateCount = kind == StatementInfo.Kind.UNLOAD ? 0 : result.rowCount();
        ResultRows manifest = ResultRows.lines(result.paths());
        return new StoredResult(columns, ResultRows.NONE, manifest, updateCount, result.rowCount(), 0);
    }

    private StoredResult text(Target target, EngineResult.Text result) throws IOException {
        List<ColumnInfo> columns = ColumnInfo.of(result.columns());
        byte[] text = lines(result.lines());
        ResultNames names = target.names();
        if (names != null) {
            put(target, names.object(), text);
        }
        metadata(target, columns);
        ResultRows rows = ResultRows.lines(result.lines());
        return new StoredResult(columns, rows, null, 0, result.lines().size(), text.length);
    }

    private void metadata(Target target, List<ColumnInfo> columns) throws IOException {
        ResultNames names = target.names();
        if (names != null) {
            put(target, names.metadata(), MetadataFile.of(target.id(), columns));
        }
    }

    private void put(Target target, S3Location at, byte[] content) throws IOException {
        byte[] stored = content;
        if (target.clientEncrypted()) {
            ByteArrayOutputStream sealed = new ByteArrayOutputStream(content.length);
            try (OutputStream out = SealedObject.seal(sealed)) {
                new ByteArrayInputStream(content).transferTo(out);
            }
            stored = sealed.toByteArray();
        }
        store.put(at.bucket(), at.key(), stored);
    }

    private static byte[] lines(List<String> lines) {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line).append('\n'));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
