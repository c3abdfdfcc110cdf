package dev.sluice.reader.internal.parquet.page;

import dev.sluice.reader.internal.parquet.CorruptDataException;

/**
 * Thrift's compact protocol, as much as page headers need: over bytes at hand, without allocating anything for what it
 * skips, so that a corrupt length costs nothing.
 */
final class CompactReader {
    static final int STOP = 0;
    static final int TRUE = 1;
    static final int FALSE = 2;
    private static final int BYTE = 3;
    private static final int I16 = 4;
    private static final int I32 = 5;
    private static final int I64 = 6;
    private static final int DOUBLE = 7;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int SET = 10;
    private static final int MAP = 11;
    private static final int STRUCT = 12;
    private static final int UUID = 13;
    private static final int MAX_DEPTH = 16;

    /** The bytes end inside the header: more of them may help. */
    static final class EndOfBytes extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private EndOfBytes() {
            super("the bytes end inside a header", null, false, false);
        }
    }

    private final byte[] bytes;
    private final int end;
    private int position;
    private int fieldType;

    CompactReader(byte[] bytes, int length) {
        this.bytes = bytes;
        this.end = length;
    }

    int position() {
        return position;
    }

    /** The next field's id, given the one before it in the same struct; {@link #STOP} behind the last. */
    int nextField(int previous) {
        int header = readByte() & 0xff;
        fieldType = header & 0x0f;
        if (header == STOP) {
            return STOP;
        }
        int delta = header >>> 4;
        int id = delta != 0 ? previous + delta : (short) zigzag(varint());
        if (id <= 0) {
            throw new CorruptDataException("a page header has a field numbered " + id);
        }
        return id;
    }

    int readI32() {
        expect(I32);
        return Math.toIntExact(checkInt(zigzag(varint())));
    }

    boolean readBoolean() {
        if (fieldType != TRUE && fieldType != FALSE) {
            throw new CorruptDataException("a page header has type " + fieldType + " for a boolean");
        }
        return fieldType == TRUE;
    }

    void enterStruct() {
        expect(STRUCT);
    }

    void skip() {
        skip(fieldType, 0, false);
    }

    private void skip(int type, int depth, boolean inCollection) {
        if (depth > MAX_DEPTH) {
            throw new CorruptDataException("a page header is nested deeper than " + MAX_DEPTH);
        }
        switch (type) {
            case TRUE, FALSE -> {
                if (inCollection) {
                    advance(1);
                }
            }
            case BYTE -> advance(1);
            case I16, I32, I64 -> varint();
            case DOUBLE -> advance(8);
            case UUID -> advance(16);
            case BINARY -> advance(size(varint()));
            case LIST, SET -> skipList(depth);
            case MAP -> skipMap(depth);
            case STRUCT -> {
                int id = 0;
                while ((id = nextField(id)) != STOP) {
                    skip(fieldType, depth + 1, false);
                }
            }
            default -> throw new CorruptDataException("a page header has unknown type " + type);
        }
    }

    private void skipList(int depth) {
        int header = readByte() & 0xff;
        long size = (header >>> 4) & 15L;
        if (size == 15) {
            size = size(varint());
        }
        for (long i = 0; i < size; i++) {
            skip(header & 0x0f, depth + 1, true);
        }
    }

    private void skipMap(int depth) {
        long size = size(varint());
        if (size == 0) {
            return;
        }
        int types = readByte() & 0xff;
        for (long i = 0; i < size; i++) {
            skip(types >>> 4, depth + 1, true);
            skip(types & 0x0f, depth + 1, true);
        }
    }

    private void expect(int type) {
        if (fieldType != type) {
            throw new CorruptDataException("a page header has type " + fieldType + " where " + type + " belongs");
        }
    }

    private byte readByte() {
        if (position >= end) {
            throw new EndOfBytes();
        }
        return bytes[position++];
    }

    private void advance(long count) {
        if (count > end - position) {
            throw new EndOfBytes();
        }
        position += (int) count;
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            byte b = readByte();
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new CorruptDataException("a page header has a number of more than ten bytes");
    }

    private static long zigzag(long value) {
        return (value >>> 1) ^ -(value & 1);
    }

    private static long checkInt(long value) {
        if (value < Integer.MIN_VALUE || value > Integer.MAX_VALUE) {
            throw new CorruptDataException("a page header has " + value + " where an int belongs");
        }
        return value;
    }

    private static long size(long value) {
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new CorruptDataException("a page header claims " + value + " elements or bytes");
        }
        return value;
    }
}
