package dev.sluice.testkit.internal.result;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pages of a CSV that {@link CsvWriter} wrote: the index leads near the first row, so a page costs what it holds. */
final class CsvRows implements ResultRows {
    /** Finds the file at each read: it may have been deleted or replaced since. */
    interface FileSource {
        Path file() throws IOException;
    }

    private final FileSource source;
    private final RecordIndex index;
    private final int columns;

    CsvRows(FileSource source, RecordIndex index, int columns) {
        this.source = source;
        this.index = index;
        this.columns = columns;
    }

    @Override
    public long count() {
        return index.records();
    }

    @Override
    public List<@Nullable String[]> read(long first, int max) throws IOException {
        int rows = (int) Math.min(max, Math.max(0, count() - first));
        List<@Nullable String[]> page = new ArrayList<>(rows);
        if (rows == 0) {
            return page;
        }
        try (FileInputStream file = new FileInputStream(source.file().toFile())) {
            file.skipNBytes(index.offset(first));
            InputStream in = new BufferedInputStream(file, 32 * 1024);
            for (long skipped = RecordIndex.anchor(first); skipped < first; skipped++) {
                record(in);
            }
            for (int row = 0; row < rows; row++) {
                page.add(record(in));
            }
        }
        return page;
    }

    private @Nullable String[] record(InputStream in) throws IOException {
        @Nullable String[] cells = new @Nullable String[columns];
        for (int column = 0; column < columns; column++) {
            int next = in.read();
            if (next == '"') {
                ByteArrayOutputStream text = new ByteArrayOutputStream();
                next = quoted(in, text);
                cells[column] = text.toString(StandardCharsets.UTF_8);
            }
            if (next != (column == columns - 1 ? '\n' : ',')) {
                throw new EOFException("the result file ends or is broken inside a record");
            }
        }
        return cells;
    }

    /** Reads a value behind its first quote; returns what follows the last. */
    private static int quoted(InputStream in, ByteArrayOutputStream text) throws IOException {
        while (true) {
            int next = in.read();
            if (next == '"') {
                next = in.read();
                if (next != '"') {
                    return next;
                }
            }
            if (next < 0) {
                throw new EOFException("the result file ends inside a value");
            }
            text.write(next);
        }
    }
}
