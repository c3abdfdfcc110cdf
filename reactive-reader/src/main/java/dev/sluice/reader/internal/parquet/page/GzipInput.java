package dev.sluice.reader.internal.parquet.page;

import dev.sluice.reader.internal.parquet.CorruptDataException;
import java.util.zip.Inflater;
import org.apache.arrow.memory.util.MemoryUtil;

/** The compressed bytes of a GZIP page: member headers here, deflated bytes to the inflater in pieces. */
final class GzipInput {
    private static final int PIECE_BYTES = 32 << 10;
    private static final int FLAG_CRC = 2;
    private static final int FLAG_EXTRA = 4;
    private static final int FLAG_NAME = 8;
    private static final int FLAG_COMMENT = 16;

    private final byte[] piece = new byte[PIECE_BYTES];
    private final long address;
    private final int length;
    private int position;

    GzipInput(long address, int length) {
        this.address = address;
        this.length = length;
    }

    int remaining() {
        return length - position;
    }

    void skipHeader() {
        int start = position;
        if (read() != 0x1f || read() != 0x8b || read() != 8) {
            throw new CorruptDataException("a GZIP page has no GZIP header at byte " + start);
        }
        int flags = read();
        skip(6);
        if ((flags & FLAG_EXTRA) != 0) {
            skip(read() | read() << 8);
        }
        if ((flags & FLAG_NAME) != 0) {
            skipText();
        }
        if ((flags & FLAG_COMMENT) != 0) {
            skipText();
        }
        if ((flags & FLAG_CRC) != 0) {
            skip(2);
        }
    }

    private void skipText() {
        int character = read();
        while (character != 0) {
            character = read();
        }
    }

    private int read() {
        if (position >= length) {
            throw new CorruptDataException("a GZIP page ends inside a header");
        }
        return MemoryUtil.getByte(address + position++) & 0xff;
    }

    void skip(int count) {
        if (count > remaining()) {
            throw new CorruptDataException("a GZIP page ends inside a header or trailer");
        }
        position += count;
    }

    /** Gives the inflater the next piece; false if there is none. */
    boolean feed(Inflater inflater) {
        int count = Math.min(PIECE_BYTES, remaining());
        MemoryUtil.copyFromMemory(address + position, piece, 0, count);
        inflater.setInput(piece, 0, count);
        position += count;
        return count > 0;
    }

    /** The inflater did not want the last bytes of its piece: they belong to the trailer. */
    void giveBack(int count) {
        position -= count;
    }
}
