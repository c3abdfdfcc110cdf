package dev.sluice.reader.internal.pages;

import dev.sluice.reader.MalformedResultException;
import dev.sluice.reader.ResultPlace;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.athena.model.Datum;
import software.amazon.awssdk.services.athena.model.Row;

/**
 * The rows of one page, without the header, as cells of UTF-8. Athena may give a row fewer cells than there are columns, and
 * gives one cell with tabs in it for what DESCRIBE shows in three columns.
 */
final class PageRows {
    /** What a cell weighs on the heap besides its characters: datum, string, array, and the reference to them. */
    private static final int CELL_BYTES = 72;

    static final PageRows NONE = new PageRows(List.of(), 0, 0, false);

    private final List<Row> rows;
    private final int columns;
    private final int number;
    private final boolean splitsTabs;
    private int position;

    /**
     * Rows of a page.
     *
     * @param number of the page, from 0
     * @param splitsTabs whether a lone cell may hold the values of several columns
     */
    PageRows(List<Row> rows, int columns, int number, boolean splitsTabs) {
        this.rows = rows;
        this.columns = columns;
        this.number = number;
        this.splitsTabs = splitsTabs && columns > 1;
    }

    /** What rows weigh on the heap, roughly and rather too much. */
    static long weigh(List<Row> rows) {
        long bytes = 0;
        for (Row row : rows) {
            for (Datum datum : row.data()) {
                String text = datum.varCharValue();
                bytes += CELL_BYTES + (text == null ? 0 : 2L * text.length());
            }
        }
        return bytes;
    }

    boolean isEmpty() {
        return position == rows.size();
    }

    int left() {
        return rows.size() - position;
    }

    /** The cells of the next row but {@code ahead}; null cells are NULL. */
    byte[] @Nullable [] cells(int ahead) {
        List<Datum> data = rows.get(position + ahead).data();
        byte[] @Nullable [] cells = new byte[columns][];
        if (splitsTabs && data.size() == 1 && data.get(0).varCharValue() != null) {
            String[] parts = data.get(0).varCharValue().split("\t", columns);
            for (int i = 0; i < parts.length; i++) {
                cells[i] = parts[i].getBytes(StandardCharsets.UTF_8);
            }
            return cells;
        }
        if (data.size() > columns) {
            throw new MalformedResultException(
                    "a row has " + data.size() + " values where the result has " + columns + " columns",
                    place(ahead),
                    null);
        }
        for (int i = 0; i < data.size(); i++) {
            String text = data.get(i).varCharValue();
            cells[i] = text == null ? null : text.getBytes(StandardCharsets.UTF_8);
        }
        return cells;
    }

    /** Where a row is. */
    ResultPlace place(int ahead) {
        return ResultPlace.unknown().withPage(number).withRow(position + ahead);
    }

    void skip(int count) {
        position += count;
    }
}
