package dev.sluice.cli.format;

import dev.sluice.reader.RecordBatch;
import dev.sluice.reader.ResultColumn;
import dev.sluice.reader.ResultSchema;
import dev.sluice.reader.Row;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Columns for people. As wide as the first rows need, since waiting for all of them would hold the result in memory; a later
 * cell that is wider is cut, with an ellipsis. Control characters are escaped, so that data cannot steer the terminal.
 */
final class TableFormat implements RowFormat {
    static final int SAMPLE_ROWS = 100;
    static final int MAX_WIDTH = 60;
    private static final int MIN_WIDTH = 4; // room for NULL
    private static final Set<String> NUMBERS =
            Set.of("tinyint", "smallint", "integer", "int", "bigint", "real", "float", "double");

    private final List<List<String>> sample = new ArrayList<>();
    private List<String> names = List.of();
    private boolean[] right = {};
    private int @Nullable [] widths;
    private long rowCount;

    @Override
    public void begin(ResultSchema schema, OutputStream out) {
        names = schema.columns().stream()
                .map(column -> CellText.printable(column.name()))
                .toList();
        right = new boolean[names.size()];
        for (int column = 0; column < right.length; column++) {
            right[column] = isNumber(schema.column(column));
        }
    }

    @Override
    public void write(RecordBatch batch, int rows, OutputStream out) throws IOException {
        for (int index = 0; index < rows; index++) {
            List<String> cells = cells(batch.row(index));
            rowCount++;
            if (widths != null) {
                writeLine(cells, widths, out);
                continue;
            }
            sample.add(cells);
            if (sample.size() == SAMPLE_ROWS) {
                writeSample(out);
            }
        }
    }

    @Override
    public void end(OutputStream out) throws IOException {
        if (widths == null) {
            writeSample(out);
        }
        out.write(("(" + rowCount + (rowCount == 1 ? " row" : " rows") + ")\n").getBytes(StandardCharsets.UTF_8));
    }

    private List<String> cells(Row row) {
        List<String> cells = new ArrayList<>(names.size());
        for (int column = 0; column < names.size(); column++) {
            String text = ValueText.of(row.get(column));
            cells.add(text == null ? "NULL" : CellText.printable(text));
        }
        return cells;
    }

    private void writeSample(OutputStream out) throws IOException {
        int[] fitted = new int[names.size()];
        for (int column = 0; column < fitted.length; column++) {
            int width = Math.max(MIN_WIDTH, CellText.width(names.get(column)));
            for (List<String> cells : sample) {
                width = Math.max(width, CellText.width(cells.get(column)));
            }
            fitted[column] = Math.min(width, MAX_WIDTH);
        }
        widths = fitted;
        writeLine(names, fitted, out);
        StringBuilder rule = new StringBuilder();
        for (int width : fitted) {
            rule.append(rule.isEmpty() ? "" : "-+-").append("-".repeat(width));
        }
        out.write(rule.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        for (List<String> cells : sample) {
            writeLine(cells, fitted, out);
        }
        sample.clear();
    }

    private void writeLine(List<String> cells, int[] fitted, OutputStream out) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < fitted.length; column++) {
            String cell = CellText.cut(cells.get(column), fitted[column]);
            String padding = " ".repeat(fitted[column] - CellText.width(cell));
            line.append(column == 0 ? "" : " | ").append(right[column] ? padding + cell : cell + padding);
        }
        out.write((line.toString().stripTrailing() + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isNumber(ResultColumn column) {
        return NUMBERS.contains(column.athenaType()) || column.athenaType().startsWith("decimal");
    }
}
