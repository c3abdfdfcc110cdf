package dev.sluice.reader.internal.csv;

/** Where the values of some records stand in a window of bytes. Made once and used for one batch after the other. */
final class Records {
    private static final int NULL = -1;

    private final int columns;
    private final int[] from;
    private final int[] to;
    private final boolean[] escaped;
    private int values;

    /** Room for so many records. */
    Records(int columns, int most) {
        this.columns = columns;
        this.from = new int[Math.multiplyExact(columns, most)];
        this.to = new int[from.length];
        this.escaped = new boolean[from.length];
    }

    /** What the places of so many records take of the heap. */
    static long bytesFor(int columns, int records) {
        return (long) columns * records * (2 * Integer.BYTES + 1);
    }

    /** How many whole records there are. */
    int count() {
        return values / columns;
    }

    boolean isFull() {
        return values == from.length;
    }

    /** How many values the record has that is being added. */
    int valuesOfLast(int wholeBefore) {
        return values - wholeBefore * columns;
    }

    void add(int start, int end, boolean hasEscapes) {
        from[values] = start;
        to[values] = end;
        escaped[values] = hasEscapes;
        values++;
    }

    void addNull() {
        add(NULL, NULL, false);
    }

    /** Keeps so many records only. */
    void truncate(int count) {
        values = count * columns;
    }

    boolean isNull(int record, int column) {
        return from[record * columns + column] == NULL;
    }

    int from(int record, int column) {
        return from[record * columns + column];
    }

    int to(int record, int column) {
        return to[record * columns + column];
    }

    boolean isEscaped(int record, int column) {
        return escaped[record * columns + column];
    }

    int length(int record, int column) {
        return to(record, column) - from(record, column);
    }
}
