package dev.sluice.bench.report;

import java.util.ArrayList;
import java.util.List;

/** Columns of text as wide as their widest cell; the first column to the left, the others to the right. */
final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    TextTable(List<String> header) {
        rows.add(List.copyOf(header));
    }

    void add(List<String> cells) {
        if (cells.size() != rows.get(0).size()) {
            throw new IllegalArgumentException(
                    cells.size() + " cells in a table of " + rows.get(0).size() + " columns");
        }
        rows.add(List.copyOf(cells));
    }

    String render() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                String padding = " ".repeat(widths[column] - row.get(column).length());
                line.append(column == 0 ? row.get(column) + padding : "  " + padding + row.get(column));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
