package dev.sluice.reader.internal.parquet.schema;

/** How a leaf's physical values become the values of its Arrow vector. */
public enum Conversion {
    /** Bits stay bits. */
    BOOLEAN,
    /** Four bytes as they are. */
    COPY_4,
    /** Eight bytes as they are. */
    COPY_8,
    /** INT32 to one byte; a value outside its range is an error. */
    INT_TO_BYTE,
    /** INT32 to two bytes; a value outside its range is an error. */
    INT_TO_SHORT,
    /** INT32 to eight bytes, times a factor. */
    INT_TO_LONG,
    /** INT64 times a factor; a value that no long can hold is an error. */
    LONG_TIMES,
    /** INT64 divided by a factor; a remainder is an error. */
    LONG_DIVIDED,
    /** INT96 (nanoseconds of a Julian day) to a timestamp. */
    INT96_TO_TIMESTAMP,
    /** INT32 to a 16-byte decimal. */
    INT_TO_DECIMAL,
    /** INT64 to a 16-byte decimal. */
    LONG_TO_DECIMAL,
    /** A big-endian FIXED_LEN_BYTE_ARRAY to a 16-byte decimal. */
    FIXED_TO_DECIMAL,
    /** A big-endian BYTE_ARRAY to a 16-byte decimal. */
    BINARY_TO_DECIMAL,
    /** IEEE 754 half precision to four bytes. */
    HALF_TO_FLOAT,
    /** BYTE_ARRAY to bytes of any length. */
    BINARY,
    /** FIXED_LEN_BYTE_ARRAY to bytes of any length. */
    FIXED_TO_BINARY,
    /** A 16-byte UUID to its 36 characters. */
    UUID_TO_TEXT;

    /** Whether the vector has offsets. */
    public boolean isVariableWidth() {
        return this == BINARY || this == FIXED_TO_BINARY || this == UUID_TO_TEXT;
    }
}
