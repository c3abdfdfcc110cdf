package dev.sluice.fs.internal.read;

import dev.sluice.fs.ByteRange;
import dev.sluice.fs.RangeRequest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Turns ranges into spans, lazily and one look ahead: neighbours of one object that follow each other share a span as long
 * as the gap between them is small and the whole stays within one request.
 */
final class RangePlanner implements Iterator<Span> {
    /** A bound for what never grows a span: the same range over and over. */
    static final int MAX_SLICES = 4096;

    private final Iterator<RangeRequest> requests;
    private final int maxSharedBytes;
    private final int coalesceGap;
    private @Nullable RangeRequest ahead;

    /**
     * Plans lazily.
     *
     * @param requests what to read
     * @param maxSharedBytes the longest span that several ranges may share
     * @param coalesceGap how many unwanted bytes between two ranges may be read
     */
    RangePlanner(Iterator<RangeRequest> requests, int maxSharedBytes, int coalesceGap) {
        this.requests = requests;
        this.maxSharedBytes = maxSharedBytes;
        this.coalesceGap = coalesceGap;
    }

    @Override
    public boolean hasNext() {
        return ahead != null || requests.hasNext();
    }

    @Override
    public Span next() {
        RangeRequest first = ahead != null ? ahead : requests.next();
        ahead = null;
        if (first == null) {
            throw new NoSuchElementException("a range request is null");
        }
        ByteRange extent = first.range();
        List<ByteRange> slices = new ArrayList<>(1);
        slices.add(first.range());
        while (slices.size() < MAX_SLICES && requests.hasNext()) {
            RangeRequest next = requests.next();
            if (!next.object().equals(first.object()) || !joins(extent, next.range())) {
                ahead = next;
                break;
            }
            extent = new ByteRange(
                    extent.offset(), (int) (Math.max(extent.end(), next.range().end()) - extent.offset()));
            slices.add(next.range());
        }
        return new Span(first.object(), extent, slices);
    }

    private boolean joins(ByteRange extent, ByteRange next) {
        return next.offset() >= extent.offset()
                && next.offset() - extent.end() <= coalesceGap
                && Math.max(extent.end(), next.end()) - extent.offset() <= maxSharedBytes;
    }
}
