package dev.sluice.reader.internal.parquet.fetch;

import dev.sluice.fs.ByteRange;
import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.RangeRequest;
import dev.sluice.reader.internal.parquet.footer.ChunkMeta;
import dev.sluice.reader.internal.parquet.footer.RowGroupMeta;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The bytes of one row group's chunks. A row group that fits half the fetch share, so that the next one can be read while it
 * is decoded, is asked for as a whole: neighbouring chunks share ranges. So is one that fits the share but whose chunks are
 * short. Any other is streamed: every chunk has a window in proportion to its length, so that all windows span about the same
 * rows, and a quarter of the share stays free for pages that are longer than their window.
 */
public final class RowGroupFetch {
    private static final int SHORT_CHUNK = 512 << 10;
    private static final int LEAST_WINDOW = 128 << 10;
    private static final int LEAST_RANGE = 32 << 10;

    private final FetchQueue queue;
    private final ObjectHandle object;
    private final List<ChunkMeta> metas;
    private final List<ChunkBytes> chunks = new ArrayList<>();
    private final List<RangeRequest> whole;
    private final long[] windows;
    private boolean asked;

    /** Plans how a row group's chunks are read; nothing is asked for yet. */
    public RowGroupFetch(FetchQueue queue, ObjectHandle object, RowGroupMeta group) {
        this.queue = queue;
        this.object = object;
        this.metas = group.chunks();
        for (ChunkMeta meta : metas) {
            chunks.add(new ChunkBytes(meta.length()));
        }
        List<RangeRequest> ranges = coalesce();
        long total = ranges.stream().mapToLong(r -> r.range().length()).sum();
        boolean shortChunks = total <= queue.limit() && total / Math.max(1, metas.size()) < SHORT_CHUNK;
        this.whole = total <= queue.limit() / 2 || shortChunks ? ranges : List.of();
        this.windows = whole.isEmpty() ? windows() : new long[0];
    }

    /** One for each leaf, in its order. */
    public List<ChunkBytes> chunks() {
        return chunks;
    }

    /** Whether the chunks are read through windows. */
    public boolean streamed() {
        return windows.length > 0;
    }

    /**
     * Asks for what fits.
     *
     * @return whether everything has been asked for, so that the next row group may start
     */
    public boolean pump() {
        if (!streamed()) {
            return asked || askWhole();
        }
        boolean all = true;
        for (int i = 0; i < windows.length; i++) {
            all &= pump(i);
        }
        return all;
    }

    private boolean pump(int index) {
        ChunkBytes chunk = chunks.get(index);
        long range = rangeBytes(windows[index]);
        while (chunk.unasked() > 0) {
            long step = Math.min(range, chunk.unasked());
            if (chunk.outstanding() > 0 && chunk.outstanding() + step > windows[index]) {
                break;
            }
            if (!ask(index, step)) {
                return false;
            }
        }
        // A page longer than its window takes from the part of the share that no window owns.
        while (chunk.missing() > 0) {
            long step = Math.min(chunk.missing(), queue.options().maxRequestBytes());
            if (!ask(index, step)) {
                return false;
            }
        }
        return chunk.unasked() == 0;
    }

    private long rangeBytes(long window) {
        long quarter = Math.max(window / 4, Math.min(LEAST_RANGE, window));
        return Math.max(1, Math.min(quarter, queue.options().maxRequestBytes()));
    }

    private boolean ask(int index, long bytes) {
        if (!queue.tryCommit(bytes)) {
            return false;
        }
        ChunkBytes chunk = chunks.get(index);
        int length = Math.toIntExact(bytes);
        ByteRange range = new ByteRange(metas.get(index).offset() + chunk.asked(), length);
        chunk.add(queue.submit(new RangeRequest(object, range)), 0, length);
        return true;
    }

    /** Whether a chunk waits for bytes that nothing will bring. */
    public boolean starved(int index) {
        return chunks.get(index).missing() > 0 && queue.idle();
    }

    private boolean askWhole() {
        long total = whole.stream().mapToLong(r -> r.range().length()).sum();
        if (!queue.tryCommit(total)) {
            return false;
        }
        asked = true;
        List<RangeTicket> tickets = new ArrayList<>();
        for (RangeRequest request : whole) {
            tickets.add(queue.submit(request));
        }
        for (int i = 0; i < chunks.size(); i++) {
            addPieces(metas.get(i), chunks.get(i), tickets);
        }
        return true;
    }

    private static void addPieces(ChunkMeta meta, ChunkBytes chunk, List<RangeTicket> tickets) {
        for (RangeTicket ticket : tickets) {
            ByteRange range = ticket.request().range();
            long low = Math.max(meta.offset(), range.offset());
            long high = Math.min(meta.offset() + meta.length(), range.end());
            if (low < high) {
                chunk.add(ticket, Math.toIntExact(low - range.offset()), Math.toIntExact(high - low));
            }
        }
    }

    /** The chunks' bytes as ranges in file order; chunks may touch, overlap (in a corrupt file) or leave gaps. */
    private List<RangeRequest> coalesce() {
        List<ChunkMeta> order = metas.stream()
                .filter(m -> m.length() > 0)
                .sorted(Comparator.comparingLong(ChunkMeta::offset))
                .toList();
        List<RangeRequest> ranges = new ArrayList<>();
        long start = -1;
        long end = -1;
        for (ChunkMeta meta : order) {
            if (start >= 0 && meta.offset() - end <= queue.options().coalesceGap()) {
                end = Math.max(end, meta.offset() + meta.length());
            } else {
                split(start, end, ranges);
                start = meta.offset();
                end = start + meta.length();
            }
        }
        split(start, end, ranges);
        return ranges;
    }

    private void split(long start, long end, List<RangeRequest> ranges) {
        for (long at = start; at < end; ) {
            int step = (int) Math.min(end - at, queue.options().maxRequestBytes());
            ranges.add(new RangeRequest(object, new ByteRange(at, step)));
            at += step;
        }
    }

    private long[] windows() {
        long share = queue.limit() / 4 * 3;
        long total = 0;
        for (ChunkMeta meta : metas) {
            total += meta.length();
        }
        long least = Math.min(LEAST_WINDOW, share / Math.max(1, 2L * metas.size()));
        // The least windows come first; the rest of the share is dealt out by length.
        long rest = share - least * metas.size();
        long[] sizes = new long[metas.size()];
        for (int i = 0; i < sizes.length; i++) {
            double part = total == 0 ? 0 : (double) metas.get(i).length() / total;
            sizes[i] = least + (long) (rest * part);
        }
        return sizes;
    }

    /** Lets go of everything that was asked for. */
    public void close() {
        chunks.forEach(ChunkBytes::close);
    }
}
