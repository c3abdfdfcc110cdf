package dev.sluice.reader.internal.parquet.fetch;

import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.RangeRequest;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A range that was asked for: on its way, then here, until every chunk that has bytes in it has let go. Used by the drain
 * thread alone.
 */
final class RangeTicket {
    private final FetchQueue queue;
    private final RangeRequest request;
    private @Nullable FetchedRange range;
    private int users;
    private boolean released;

    RangeTicket(FetchQueue queue, RangeRequest request) {
        this.queue = queue;
        this.request = request;
    }

    RangeRequest request() {
        return request;
    }

    void use() {
        users++;
    }

    boolean arrived() {
        return range != null;
    }

    void arrive(FetchedRange fetched) {
        if (released) {
            fetched.close();
        } else {
            range = fetched;
        }
    }

    ByteBuffer bytes(int offset, int length) {
        if (range == null) {
            throw new IllegalStateException(request.range() + " is still on its way");
        }
        return range.bytes().slice(offset, length);
    }

    /** One chunk needs nothing of the range any more. */
    void release() {
        users--;
        if (users == 0) {
            free();
        }
    }

    /** Nobody needs the range any more. */
    void free() {
        if (!released) {
            released = true;
            if (range != null) {
                range.close();
                range = null;
            }
            queue.uncommit(request.range().length());
        }
    }
}
