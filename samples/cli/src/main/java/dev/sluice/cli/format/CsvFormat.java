package dev.sluice.cli.format;

import dev.sluice.reader.RecordBatch;
import dev.sluice.reader.ResultColumn;
import dev.sluice.reader.ResultSchema;
import dev.sluice.reader.Row;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** RFC 4180, but lines end in a line feed alone, as Athena's do. */
final class CsvFormat implements RowFormat {
    private int columns;

    @Override
    public void begin(ResultSchema schema, OutputStream out) throws IOException {
        columns = schema.size();
        StringBuilder line = new StringBuilder();
        for (ResultColumn column : schema.columns()) {
            line.append(line.isEmpty() ? "" : ",");
            appendField(line, column.name());
        }
        out.write(bytes(line.append('\n')));
    }

    @Override
    public void write(RecordBatch batch, int rows, OutputStream out) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int index = 0; index < rows; index++) {
            Row row = batch.row(index);
            line.setLength(0);
            for (int column = 0; column < columns; column++) {
                line.append(column == 0 ? "" : ",");
                appendField(line, ValueText.of(row.get(column)));
            }
            out.write(bytes(line.append('\n')));
        }
    }

    @Override
    public void end(OutputStream out) {}

    private static void appendField(StringBuilder line, @Nullable String text) {
        if (text == null) {
            return;
        }
        if (!text.isEmpty() && text.chars().noneMatch(CsvFormat::needsQuotes)) {
            line.append(text);
            return;
        }
        line.append('"').append(text.replace("\"", "\"\"")).append('"');
    }

    private static boolean needsQuotes(int character) {
        return character == ',' || character == '"' || character == '\n' || character == '\r';
    }

    private static byte[] bytes(StringBuilder line) {
        return line.toString().getBytes(StandardCharsets.UTF_8);
    }
}
