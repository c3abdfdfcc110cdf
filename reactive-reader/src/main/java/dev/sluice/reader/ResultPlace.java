package dev.sluice.reader;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Where in a result something was found to be wrong, as exactly as is known. Grows by its {@code with} methods as an error
 * travels outwards.
 *
 * @param object the file, as {@code s3://bucket/key}
 * @param rowGroup the row group of a Parquet file, from 0
 * @param column the column's name, nested ones with dots
 * @param page the page of the column chunk, or of GetQueryResults, from 0
 * @param row the row within the result or, with an object, within the object, from 0
 * @since 0.1
 * @serial exclude
 */
public record ResultPlace(
        @Nullable String object,
        @Nullable Integer rowGroup,
        @Nullable String column,
        @Nullable Integer page,
        @Nullable Long row)
        implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final ResultPlace NOWHERE = new ResultPlace(null, null, null, null, null);

    /**
     * The place that says nothing.
     *
     * @return a place to start from
     */
    public static ResultPlace unknown() {
        return NOWHERE;
    }

    /**
     * A place in a file.
     *
     * @param object the file, as {@code s3://bucket/key}
     * @return the place
     */
    public static ResultPlace of(String object) {
        return NOWHERE.withObject(object);
    }

    /**
     * Names the file.
     *
     * @param newObject the file, as {@code s3://bucket/key}
     * @return the place with it
     */
    public ResultPlace withObject(String newObject) {
        return new ResultPlace(newObject, rowGroup, column, page, row);
    }

    /**
     * Names the row group.
     *
     * @param newRowGroup from 0
     * @return the place with it
     */
    public ResultPlace withRowGroup(int newRowGroup) {
        return new ResultPlace(object, newRowGroup, column, page, row);
    }

    /**
     * Names the column.
     *
     * @param newColumn its name
     * @return the place with it
     */
    public ResultPlace withColumn(String newColumn) {
        return new ResultPlace(object, rowGroup, newColumn, page, row);
    }

    /**
     * Names the page.
     *
     * @param newPage from 0
     * @return the place with it
     */
    public ResultPlace withPage(int newPage) {
        return new ResultPlace(object, rowGroup, column, newPage, row);
    }

    /**
     * Names the row.
     *
     * @param newRow from 0
     * @return the place with it
     */
    public ResultPlace withRow(long newRow) {
        return new ResultPlace(object, rowGroup, column, page, newRow);
    }

    /** What is known, in one line; empty if nothing is. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        append(text, "", object);
        append(text, "row group ", rowGroup);
        append(text, "column ", column);
        append(text, "page ", page);
        append(text, "row ", row);
        return text.toString();
    }

    private static void append(StringBuilder text, String label, @Nullable Object value) {
        if (value != null) {
            text.append(text.isEmpty() ? "" : ", ").append(label).append(value);
        }
    }

    /** A description followed by the place. */
    String describe(String what) {
        String place = toString();
        return place.isEmpty() ? what : what + " (" + place + ")";
    }
}
