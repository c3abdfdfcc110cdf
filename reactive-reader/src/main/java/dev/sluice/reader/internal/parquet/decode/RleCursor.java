package dev.sluice.reader.internal.parquet.decode;

import static org.apache.arrow.memory.util.MemoryUtil.getByte;
import static org.apache.arrow.memory.util.MemoryUtil.getLong;
import static org.apache.arrow.memory.util.MemoryUtil.putByte;
import static org.apache.arrow.memory.util.MemoryUtil.setMemory;

import dev.sluice.reader.internal.parquet.CorruptDataException;

/**
 * A place in a stream of the RLE and bit-packing hybrid: levels, dictionary indices, booleans. Every run is checked against
 * the end of the stream when it starts, so nothing inside a run needs a check. Behind the end {@link Bits#SLACK} bytes may
 * be read.
 */
public final class RleCursor {
    private static final int MAX_WIDTH = 32;

    private long position;
    private long end;
    private int width;
    private int mask;
    private long left;
    private boolean packed;
    private int value;
    private long packedBit;
    private long packedStart;

    /** Goes to the start of a stream. */
    public void reset(long address, long length, int bitWidth) {
        if (bitWidth < 0 || bitWidth > MAX_WIDTH) {
            throw new CorruptDataException("values of " + bitWidth + " bits");
        }
        position = address;
        end = address + length;
        width = bitWidth;
        mask = bitWidth == MAX_WIDTH ? -1 : (1 << bitWidth) - 1;
        left = 0;
        packed = false;
        value = 0;
    }

    /** Goes where another cursor is, in the same stream. */
    public void reset(RleCursor other) {
        position = other.position;
        end = other.end;
        width = other.width;
        mask = other.mask;
        left = other.left;
        packed = other.packed;
        value = other.value;
        packedBit = other.packedBit;
        packedStart = other.packedStart;
    }

    private void nextRun() {
        if (width == 0) {
            // One possible value: some writers store no run at all.
            packed = false;
            value = 0;
            left = Long.MAX_VALUE;
            return;
        }
        while (left == 0) {
            long header = header();
            long count = header >>> 1;
            if ((header & 1) == 0) {
                repeatedRun(count);
            } else {
                packedRun(count * 8);
            }
        }
    }

    private long header() {
        long header = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            if (position >= end) {
                throw new CorruptDataException("levels or indices end before their last value");
            }
            byte b = getByte(position++);
            header |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                return header;
            }
        }
        throw new CorruptDataException("a run of levels or indices has a length of more than five bytes");
    }

    private void repeatedRun(long count) {
        int bytes = (width + 7) / 8;
        if (bytes > end - position) {
            throw new CorruptDataException("levels or indices end inside a run");
        }
        int repeated = 0;
        for (int i = 0; i < bytes; i++) {
            repeated |= (getByte(position + i) & 0xff) << (8 * i);
        }
        position += bytes;
        if ((repeated & ~mask) != 0) {
            throw new CorruptDataException("a run repeats " + repeated + ", which does not fit " + width + " bits");
        }
        packed = false;
        value = repeated;
        left = count;
    }

    private void packedRun(long count) {
        long bytes = count / 8 * width;
        if (bytes > end - position) {
            // Old writers leave out the padding of the last run.
            bytes = end - position;
            count = bytes * 8 / width;
            if (count == 0) {
                throw new CorruptDataException("levels or indices end inside a run");
            }
        }
        packed = true;
        packedStart = position;
        packedBit = 0;
        left = count;
        position += bytes;
    }

    /** Decodes values into a block; at most the block's length. */
    public void read(int[] block, int count) {
        int done = 0;
        while (done < count) {
            if (left == 0) {
                nextRun();
            }
            int run = (int) Math.min(left, count - done);
            if (packed) {
                unpack(block, done, run);
                packedBit += (long) run * width;
            } else {
                java.util.Arrays.fill(block, done, done + run, value);
            }
            left -= run;
            done += run;
        }
    }

    private void unpack(int[] block, int from, int count) {
        int done = 0;
        if (width <= 8) {
            // From a whole byte on, eight values are in one load.
            while (count - done >= 8 && ((packedBit + (long) done * width) & 7) == 0) {
                eightNarrow(block, from + done, packedStart + ((packedBit + (long) done * width) >>> 3));
                done += 8;
            }
        } else if (width <= 16) {
            while (count - done >= 8 && ((packedBit + (long) done * width) & 7) == 0) {
                eightMedium(block, from + done, packedStart + ((packedBit + (long) done * width) >>> 3));
                done += 8;
            }
        }
        for (; done < count; done++) {
            long bit = packedBit + (long) done * width;
            block[from + done] = (int) (getLong(packedStart + (bit >>> 3)) >>> (bit & 7)) & mask;
        }
    }

    private void eightNarrow(int[] block, int at, long address) {
        long word = getLong(address);
        int w = width;
        int m = mask;
        block[at] = (int) word & m;
        block[at + 1] = (int) (word >>> w) & m;
        block[at + 2] = (int) (word >>> (2 * w)) & m;
        block[at + 3] = (int) (word >>> (3 * w)) & m;
        block[at + 4] = (int) (word >>> (4 * w)) & m;
        block[at + 5] = (int) (word >>> (5 * w)) & m;
        block[at + 6] = (int) (word >>> (6 * w)) & m;
        block[at + 7] = (int) (word >>> (7 * w)) & m;
    }

    private void eightMedium(int[] block, int at, long address) {
        int w = width;
        int m = mask;
        long low = getLong(address);
        block[at] = (int) low & m;
        block[at + 1] = (int) (low >>> w) & m;
        block[at + 2] = (int) (low >>> (2 * w)) & m;
        block[at + 3] = (int) (low >>> (3 * w)) & m;
        // The fifth value starts at bit 4w, in byte w/2.
        long high = getLong(address + (w >>> 1));
        int odd = (w & 1) << 2;
        block[at + 4] = (int) (high >>> odd) & m;
        block[at + 5] = (int) (high >>> (odd + w)) & m;
        block[at + 6] = (int) (high >>> (odd + 2 * w)) & m;
        block[at + 7] = (int) (getLong(address + ((7L * w) >>> 3)) >>> ((7 * w) & 7)) & m;
    }

    /** Copies one-bit values into a bitmap and says how many are set. */
    public int readBits(long target, long targetBit, int count) {
        int done = 0;
        int ones = 0;
        while (done < count) {
            if (left == 0) {
                nextRun();
            }
            int run = (int) Math.min(left, count - done);
            if (packed) {
                ones += Bits.copy(packedStart, packedBit, target, targetBit + done, run);
                packedBit += run;
            } else if (value != 0) {
                Bits.set(target, targetBit + done, run);
                ones += run;
            }
            left -= run;
            done += run;
        }
        return ones;
    }

    /** Skips one-bit values and says how many are set. */
    public int countBits(int count) {
        int done = 0;
        int ones = 0;
        while (done < count) {
            if (left == 0) {
                nextRun();
            }
            int run = (int) Math.min(left, count - done);
            if (packed) {
                ones += Bits.count(packedStart, packedBit, run);
                packedBit += run;
            } else if (value != 0) {
                ones += run;
            }
            left -= run;
            done += run;
        }
        return ones;
    }

    /**
     * Decodes levels, one byte each.
     *
     * @param block scratch
     * @param max the highest level that the column has
     */
    public void readLevels(long target, int count, int max, int[] block) {
        int done = 0;
        while (done < count) {
            if (left == 0) {
                nextRun();
            }
            int run = (int) Math.min(left, count - done);
            if (packed) {
                run = Math.min(run, block.length);
                unpack(block, 0, run);
                packedBit += (long) run * width;
                int highest = 0;
                for (int i = 0; i < run; i++) {
                    highest = Math.max(highest, block[i]);
                    putByte(target + done + i, (byte) block[i]);
                }
                checkLevel(highest, max);
            } else {
                checkLevel(value, max);
                setMemory(target + done, run, (byte) value);
            }
            left -= run;
            done += run;
        }
    }

    private static void checkLevel(int level, int max) {
        if (level > max) {
            throw new CorruptDataException("level " + level + " in a column whose highest is " + max);
        }
    }
}
