package dev.sluice.testkit.internal.result;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows that GetQueryResults serves, a SELECT's header being the first. Safe for any number of threads. */
public interface ResultRows {
    /** No rows. */
    ResultRows NONE = new ResultRows() {
        @Override
        public long count() {
            return 0;
        }

        @Override
        public List<@Nullable String[]> read(long first, int max) {
            return List.of();
        }
    };

    /**
     * How many there are.
     *
     * @return their number
     */
    long count();

    /**
     * Reads rows.
     *
     * @param first the number of the first
     * @param max how many at most
     * @return their cells, null for NULL
     * @throws IOException if the file they are in is gone
     */
    List<@Nullable String[]> read(long first, int max) throws IOException;

    /**
     * Lines, each a row of one cell.
     *
     * @param lines the lines
     * @return the rows
     */
    static ResultRows lines(List<String> lines) {
        return new ResultRows() {
            @Override
            public long count() {
                return lines.size();
            }

            @Override
            public List<@Nullable String[]> read(long first, int max) {
                return lines.stream()
                        .skip(first)
                        .limit(max)
                        .map(line -> new @Nullable String[] {line})
                        .toList();
            }
        };
    }
}
