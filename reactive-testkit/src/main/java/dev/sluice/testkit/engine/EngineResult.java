package dev.sluice.testkit.engine;

import java.util.Iterator;
import java.util.List;

/**
 * How an execution ended well.
 *
 * @since 0.1
 */
public sealed interface EngineResult extends AutoCloseable {
    @Override
    default void close() {}

    /**
     * Rows, of a SELECT.
     *
     * @param columns their names and types
     * @param rows each an array with one value a column, in the forms that {@link AthenaType} names; read once. A statement
     *     that fails among its rows throws a RuntimeException here whose cause is the {@link EngineException}
     * @param onClose frees what the iterator reads from
     */
    record Rows(List<Column> columns, Iterator<@org.jspecify.annotations.Nullable Object[]> rows, Runnable onClose)
            implements EngineResult {
        /**
         * Copies the columns.
         *
         * @param columns as the record says
         * @param rows as the record says
         * @param onClose as the record says
         */
        public Rows {
            columns = List.copyOf(columns);
        }

        @Override
        public void close() {
            onClose.run();
        }
    }

    /**
     * Files, of UNLOAD, CTAS and INSERT.
     *
     * @param paths their {@code s3://} paths, for the manifest; empty when there was no row
     * @param rowCount how many rows were written
     */
    record Files(List<String> paths, long rowCount) implements EngineResult {
        /**
         * Copies the paths.
         *
         * @param paths as the record says
         * @param rowCount as the record says
         */
        public Files {
            paths = List.copyOf(paths);
        }
    }

    /**
     * Lines, of DDL and of utility statements.
     *
     * @param columns what GetQueryResults says of them; DDL has none
     * @param lines one a row, cells parted by tabs
     */
    record Text(List<Column> columns, List<String> lines) implements EngineResult {
        /**
         * Copies both.
         *
         * @param columns as the record says
         * @param lines as the record says
         */
        public Text {
            columns = List.copyOf(columns);
            lines = List.copyOf(lines);
        }
    }

    /**
     * A column of a result.
     *
     * @param name its name; duplicates are legal, an unnamed one is {@code _col0}, {@code _col1} …
     * @param type its type
     */
    record Column(String name, AthenaType type) {}
}
