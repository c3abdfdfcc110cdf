package dev.sluice.fs.internal.read;

import dev.sluice.fs.ByteRange;
import dev.sluice.fs.ObjectHandle;
import java.util.List;

/**
 * A run of an object that is read into one buffer: one long range, or several neighbours with the gaps between them.
 *
 * @param object the pinned object
 * @param extent what is read
 * @param slices what was asked for, each inside the extent, in the order asked
 */
record Span(ObjectHandle object, ByteRange extent, List<ByteRange> slices) {
    Span {
        slices = List.copyOf(slices);
    }

    /** How many requests it takes. */
    int requests(int maxRequestBytes) {
        return (int) ((extent.length() + (long) maxRequestBytes - 1) / maxRequestBytes);
    }

    /** What the request with this index reads. */
    ByteRange part(int index, int maxRequestBytes) {
        int start = Math.multiplyExact(index, maxRequestBytes);
        return new ByteRange(extent.offset() + start, Math.min(maxRequestBytes, extent.length() - start));
    }
}
