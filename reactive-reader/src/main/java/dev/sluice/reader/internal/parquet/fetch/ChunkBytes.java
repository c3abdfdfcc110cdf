package dev.sluice.reader.internal.parquet.fetch;

import dev.sluice.reader.internal.parquet.CorruptDataException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** A column chunk's bytes, read from front to back: what lies behind the position is let go, range by range. */
public final class ChunkBytes {
    private record Piece(RangeTicket ticket, long start, int offset, int length) {
        long end() {
            return start + length;
        }
    }

    private final long length;
    private final ArrayDeque<Piece> pieces = new ArrayDeque<>();
    private long position;
    private long asked;
    private long wanted;

    ChunkBytes(long length) {
        this.length = length;
    }

    /** Bytes of the chunk behind the position. */
    public long remaining() {
        return length - position;
    }

    /** Bytes from the position on that are here. */
    public long available() {
        long end = position;
        for (Piece piece : pieces) {
            if (!piece.ticket.arrived()) {
                break;
            }
            end = piece.end();
        }
        return end - position;
    }

    /**
     * Says how many bytes must be here before the column can go on.
     *
     * @throws CorruptDataException if the chunk has no more than are here
     */
    public void want(long bytes) {
        if (bytes > remaining()) {
            throw new CorruptDataException(
                    "a page claims " + bytes + " bytes where " + remaining() + " are left of its column chunk");
        }
        wanted = bytes;
    }

    /** Copies from the position on, as many bytes as are here and fit. */
    public int peek(byte[] target) {
        int count = 0;
        for (Piece piece : pieces) {
            if (!piece.ticket.arrived() || count == target.length) {
                break;
            }
            int skip = Math.toIntExact(Math.max(0, position - piece.start));
            int step = Math.min(piece.length - skip, target.length - count);
            piece.ticket.bytes(piece.offset + skip, step).get(target, count, step);
            count += step;
        }
        return count;
    }

    /** Views of bytes that are here. */
    public List<ByteBuffer> view(int from, int count) {
        List<ByteBuffer> views = new ArrayList<>(2);
        long start = position + from;
        long end = start + count;
        for (Piece piece : pieces) {
            long low = Math.max(start, piece.start);
            long high = Math.min(end, piece.end());
            if (low < high) {
                views.add(piece.ticket.bytes(
                        Math.toIntExact(piece.offset + low - piece.start), Math.toIntExact(high - low)));
            }
        }
        return views;
    }

    /** Moves on and lets go of ranges that lie behind. */
    public void advance(long bytes) {
        position += bytes;
        wanted = 0;
        while (!pieces.isEmpty() && pieces.getFirst().end() <= position) {
            pieces.removeFirst().ticket.release();
        }
    }

    /** Lets go of everything. */
    public void close() {
        for (Piece piece : pieces) {
            piece.ticket.release();
        }
        pieces.clear();
    }

    void add(RangeTicket ticket, int offset, int count) {
        ticket.use();
        pieces.add(new Piece(ticket, asked, offset, count));
        asked += count;
    }

    /** Bytes of the chunk that were never asked for. */
    long unasked() {
        return length - asked;
    }

    /** Where the first byte that was never asked for lies in the chunk. */
    long asked() {
        return asked;
    }

    /** Bytes that are held or on their way. */
    long outstanding() {
        return pieces.isEmpty() ? 0 : asked - pieces.getFirst().start;
    }

    /** How many bytes must still be asked for before the column can go on; 0 if what it waits for is on its way. */
    long missing() {
        return Math.max(0, position + wanted - asked);
    }
}
