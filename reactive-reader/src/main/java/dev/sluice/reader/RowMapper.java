package dev.sluice.reader;

/**
 * Makes a value of a row. Called on the reader's decode threads, one row after the other; must not block.
 *
 * @param <T> what is made
 * @since 0.1
 */
@FunctionalInterface
public interface RowMapper<T> {
    /**
     * Makes a value.
     *
     * @param row the row, valid only within this call
     * @return the value, never null and never the row itself
     */
    T map(Row row);
}
