package dev.sluice.reader.internal.parquet.page;

import static org.apache.arrow.memory.util.MemoryUtil.copyMemory;
import static org.apache.arrow.memory.util.MemoryUtil.getByte;
import static org.apache.arrow.memory.util.MemoryUtil.putByte;

import dev.sluice.reader.internal.parquet.CorruptDataException;

/**
 * LZ4 blocks, as <a href="https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md">its block format</a> has them, from
 * native memory to native memory. Of our own, since the libraries take native memory only as direct buffers, which can't be
 * made around an address without a flag of the JVM.
 */
final class Lz4 {
    private static final int SIZE_BYTES = 4;
    private static final int LEAST_MATCH = 4;
    /** A length of four bits that is full goes on in the bytes behind it. */
    private static final int FULL = 15;

    private Lz4() {}

    /**
     * Decompresses one block; nothing behind {@code room} is written, nothing outside of the source read.
     *
     * @return how many bytes it became
     */
    static int block(long source, int length, long target, int room) {
        long in = source;
        long inEnd = source + length;
        long out = target;
        long outEnd = target + room;
        while (in < inEnd) {
            int token = getByte(in++) & 0xff;
            long literals = (long) token >>> 4;
            if (literals == FULL) {
                int more;
                do {
                    more = next(in++, inEnd);
                    literals += more;
                } while (more == 0xff);
            }
            if (literals > inEnd - in || literals > outEnd - out) {
                throw corrupt("literals run over the end");
            }
            copyMemory(in, out, literals);
            in += literals;
            out += literals;
            if (in == inEnd) {
                // the last sequence has literals alone
                return (int) (out - target);
            }
            int offset = next(in++, inEnd) | next(in++, inEnd) << 8;
            long match = token & FULL;
            if (match == FULL) {
                int more;
                do {
                    more = next(in++, inEnd);
                    match += more;
                } while (more == 0xff);
            }
            match += LEAST_MATCH;
            if (offset == 0 || offset > out - target || match > outEnd - out) {
                throw corrupt("a match lies outside of what was written");
            }
            copyMatch(out, offset, match);
            out += match;
        }
        throw corrupt("it ends inside a sequence");
    }

    /** A match may reach into what it writes itself: then its bytes repeat. */
    private static void copyMatch(long out, int offset, long length) {
        if (offset >= length) {
            copyMemory(out - offset, out, length);
        } else {
            for (long i = 0; i < length; i++) {
                putByte(out + i, getByte(out + i - offset));
            }
        }
    }

    private static int next(long at, long end) {
        if (at >= end) {
            throw corrupt("it ends inside a sequence");
        }
        return getByte(at) & 0xff;
    }

    /**
     * Decompresses what the codec LZ4 of old stands for, which the format never wrote down: Hadoop's frames (the size of a run,
     * then chunks of it, each behind its compressed size; sizes in big-endian order), or a bare block, as Arrow's C++ once
     * wrote. A block begins with a literal, which makes its first byte 16 at least: read as a size, it would be a run of more
     * than 256 MiB.
     */
    static long hadoop(long source, int length, long target, int room) {
        boolean framed = length >= 2 * SIZE_BYTES && size(source) <= room;
        return framed ? frames(source, length, target, room) : block(source, length, target, room);
    }

    private static long frames(long source, int length, long target, int room) {
        long at = 0;
        long written = 0;
        while (at < length) {
            long runEnd = written + sizeAt(source, at, length);
            at += SIZE_BYTES;
            while (written < runEnd) {
                long chunk = sizeAt(source, at, length);
                at += SIZE_BYTES;
                if (chunk > length - at) {
                    throw corrupt("a chunk runs over the end");
                }
                int more = block(source + at, (int) chunk, target + written, (int) (room - written));
                at += chunk;
                written += more;
                if (more == 0 || written > runEnd) {
                    throw corrupt("a chunk of another size than its run");
                }
            }
        }
        return written;
    }

    private static long sizeAt(long source, long at, int length) {
        if (length - at < SIZE_BYTES) {
            throw corrupt("it ends inside a size");
        }
        return size(source + at);
    }

    private static long size(long at) {
        return (getByte(at) & 0xffL) << 24
                | (getByte(at + 1) & 0xff) << 16
                | (getByte(at + 2) & 0xff) << 8
                | (getByte(at + 3) & 0xff);
    }

    private static CorruptDataException corrupt(String what) {
        return new CorruptDataException("an LZ4 page: " + what);
    }
}
