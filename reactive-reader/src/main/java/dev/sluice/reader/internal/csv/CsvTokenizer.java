package dev.sluice.reader.internal.csv;

/**
 * Athena's CSV: every value in double quotes, which are doubled inside; a NULL is nothing at all. A newline, a comma and any
 * other byte in quotes is data and kept as it is.
 */
final class CsvTokenizer implements Tokenizer {
    private final int columns;

    CsvTokenizer(int columns) {
        this.columns = columns;
    }

    @Override
    public int record(byte[] bytes, int from, int to, boolean atEnd, Records records) {
        int at = from;
        for (int column = 0; column < columns; column++) {
            boolean last = column == columns - 1;
            int next = at < to && bytes[at] == '"'
                    ? quoted(bytes, at, to, atEnd, last, records)
                    : bare(bytes, at, to, atEnd, last, records);
            if (next == INCOMPLETE) {
                return INCOMPLETE;
            }
            at = next;
        }
        return at;
    }

    private static int quoted(byte[] bytes, int quote, int to, boolean atEnd, boolean last, Records records) {
        boolean escapes = false;
        int at = quote + 1;
        while (true) {
            while (at < to && bytes[at] != '"') {
                at++;
            }
            if (at == to) {
                if (atEnd) {
                    throw new TokenException("the object ends within a quoted value");
                }
                return INCOMPLETE;
            }
            if (at + 1 == to && !atEnd) {
                // Another quote may follow, which would make this one data.
                return INCOMPLETE;
            }
            if (at + 1 < to && bytes[at + 1] == '"') {
                escapes = true;
                at += 2;
            } else {
                records.add(quote + 1, at, escapes);
                return behind(bytes, at + 1, to, atEnd, last);
            }
        }
    }

    /** What follows a value: a comma, or the end of the record after the last one. */
    private static int behind(byte[] bytes, int at, int to, boolean atEnd, boolean last) {
        if (at == to) {
            return end(at, last);
        }
        if (bytes[at] == '\r') {
            if (at + 1 == to && !atEnd) {
                return INCOMPLETE;
            }
            if (at + 1 == to) {
                return end(at + 1, last);
            }
            if (bytes[at + 1] == '\n') {
                return end(at + 2, last);
            }
        }
        if (bytes[at] == '\n') {
            return end(at + 1, last);
        }
        if (bytes[at] != ',') {
            throw new TokenException("something follows the quote that ends a value");
        }
        if (last) {
            throw new TokenException("a record has more values than the result has columns");
        }
        return at + 1;
    }

    private static int end(int next, boolean last) {
        if (!last) {
            throw new TokenException("a record has fewer values than the result has columns");
        }
        return next;
    }

    private static int bare(byte[] bytes, int from, int to, boolean atEnd, boolean last, Records records) {
        int at = from;
        while (at < to && bytes[at] != ',' && bytes[at] != '\n') {
            at++;
        }
        if (at == to && !atEnd) {
            return INCOMPLETE;
        }
        int end = at > from && bytes[at - 1] == '\r' && (at == to || bytes[at] == '\n') ? at - 1 : at;
        if (end == from) {
            records.addNull();
        } else {
            records.add(from, end, false);
        }
        return behind(bytes, at, to, atEnd, last);
    }
}
