package dev.sluice.reader.internal.csv;

/** Finds the values of one record. */
interface Tokenizer {
    /** The record does not end within the bytes at hand. */
    int INCOMPLETE = -1;

    /**
     * Looks at one record, and adds as many values as there are columns.
     *
     * @param from where it starts; less than {@code to}
     * @param to where the bytes at hand end
     * @param atEnd whether nothing follows them
     * @param records where the values go
     * @return where the next record starts, or {@link #INCOMPLETE}, when values may have been added in vain
     * @throws TokenException if the bytes break the format
     */
    int record(byte[] bytes, int from, int to, boolean atEnd, Records records);

    /** Bytes that break the format. */
    final class TokenException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final String what;

        TokenException(String what) {
            super(what, null, false, false);
            this.what = what;
        }

        String what() {
            return what;
        }
    }
}
