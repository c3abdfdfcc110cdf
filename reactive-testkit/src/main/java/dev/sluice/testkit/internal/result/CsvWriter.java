package dev.sluice.testkit.internal.result;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes Athena's CSV: every value in quotes, quotes doubled, NULL as nothing at all, LF after each record; and notes where
 * the records start.
 */
final class CsvWriter implements AutoCloseable {
    private final OutputStream out;
    private final byte[] buffer = new byte[64 * 1024];
    private final RecordIndex index = new RecordIndex();
    private int filled;
    private long flushed;
    private boolean inRecord;

    CsvWriter(OutputStream out) {
        this.out = out;
    }

    void cell(@Nullable String text) throws IOException {
        if (inRecord) {
            put((byte) ',');
        } else {
            index.add(position());
            inRecord = true;
        }
        if (text != null) {
            put((byte) '"');
            quoted(text);
            put((byte) '"');
        }
    }

    void endRecord() throws IOException {
        put((byte) '\n');
        inRecord = false;
    }

    private void quoted(String text) throws IOException {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                // The rest at once: a pair of surrogates must not be cut.
                for (byte b : text.substring(i).getBytes(StandardCharsets.UTF_8)) {
                    quotedByte(b);
                }
                return;
            }
            quotedByte((byte) c);
        }
    }

    private void quotedByte(byte b) throws IOException {
        if (b == '"') {
            put(b);
        }
        put(b);
    }

    private void put(byte b) throws IOException {
        if (filled == buffer.length) {
            flush();
        }
        buffer[filled++] = b;
    }

    private void flush() throws IOException {
        out.write(buffer, 0, filled);
        flushed += filled;
        filled = 0;
    }

    long position() {
        return flushed + filled;
    }

    RecordIndex index() {
        return index;
    }

    @Override
    public void close() throws IOException {
        try (out) {
            flush();
        }
    }
}
