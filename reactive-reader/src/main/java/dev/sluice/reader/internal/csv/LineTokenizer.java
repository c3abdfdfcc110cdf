package dev.sluice.reader.internal.csv;

/**
 * The lines of a SHOW or DESCRIBE: tabs between the values, no header, no quotes, and fewer values than columns now and then.
 * What is too much for the columns belongs to the last of them.
 */
final class LineTokenizer implements Tokenizer {
    private final int columns;

    LineTokenizer(int columns) {
        this.columns = columns;
    }

    @Override
    public int record(byte[] bytes, int from, int to, boolean atEnd, Records records) {
        int newline = from;
        while (newline < to && bytes[newline] != '\n') {
            newline++;
        }
        if (newline == to && !atEnd) {
            return INCOMPLETE;
        }
        int end = newline > from && bytes[newline - 1] == '\r' ? newline - 1 : newline;
        int start = from;
        int column = 0;
        for (int at = from; at < end && column < columns - 1; at++) {
            if (bytes[at] == '\t') {
                records.add(start, at, false);
                start = at + 1;
                column++;
            }
        }
        records.add(start, end, false);
        for (column++; column < columns; column++) {
            records.addNull();
        }
        return Math.min(to, newline + 1);
    }
}
