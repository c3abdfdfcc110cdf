package dev.sluice.testkit.internal.result;

import java.util.Arrays;

/**
 * Where the records of a file start, one offset for every {@value #STRIDE} records: ten million rows cost about a megabyte,
 * and any page is found by skipping at most {@value #STRIDE} records. Written by one thread, then only read.
 */
final class RecordIndex {
    static final int STRIDE = 64;

    private long[] offsets = new long[16];
    private long records;

    /** Notes that a record starts at this offset. */
    void add(long offset) {
        if (records % STRIDE == 0) {
            int slot = Math.toIntExact(records / STRIDE);
            if (slot == offsets.length) {
                offsets = Arrays.copyOf(offsets, offsets.length * 2);
            }
            offsets[slot] = offset;
        }
        records++;
    }

    long records() {
        return records;
    }

    /** The record at or before this one that has an offset. */
    static long anchor(long record) {
        return record - record % STRIDE;
    }

    /** Where {@link #anchor} of this record starts. */
    long offset(long record) {
        return offsets[Math.toIntExact(record / STRIDE)];
    }
}
