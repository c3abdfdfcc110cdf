package dev.sluice.reader.internal.parquet;

import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.S3FileSystem;
import dev.sluice.fs.S3Path;
import dev.sluice.reader.MalformedResultException;
import dev.sluice.reader.MemoryLimitExceededException;
import dev.sluice.reader.ResultPlace;
import dev.sluice.reader.TimestampUnit;
import dev.sluice.reader.internal.parquet.fetch.FetchQueue;
import dev.sluice.reader.internal.parquet.fetch.RowGroupFetch;
import dev.sluice.reader.internal.parquet.footer.FooterRead;
import dev.sluice.reader.internal.parquet.footer.ParquetFile;
import dev.sluice.reader.internal.parquet.footer.RowGroupMeta;
import dev.sluice.reader.internal.parquet.schema.FileSchema;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The row groups of all files in order, asked for ahead of the one that is decoded as far as the fetch share allows. The
 * footer of the next file is read while the row groups of the one before it are. Belongs to the drain thread.
 */
final class FileSequence {
    /** A row group whose bytes are asked for. */
    record Item(ParquetFile file, RowGroupMeta group, RowGroupFetch fetch) {}

    private record Planned(ParquetFile file, RowGroupMeta group) {}

    private final S3FileSystem files;
    private final List<S3Path> paths;
    private final TimestampUnit unit;
    private final FileSchema schema;
    private final FetchQueue queue;
    private final Runnable signal;
    private final ArrayDeque<Planned> planned = new ArrayDeque<>();
    private final ArrayDeque<Item> started = new ArrayDeque<>();

    private int nextPath;
    private int tailBytes;
    private @Nullable TailRead opening;
    private @Nullable Item active;

    /**
     * A sequence that starts at a file whose footer is known.
     *
     * @param signal called when a footer has arrived
     */
    FileSequence(
            S3FileSystem files,
            List<S3Path> paths,
            TimestampUnit unit,
            ParquetFile first,
            FetchQueue queue,
            Runnable signal) {
        this.files = files;
        this.paths = paths;
        this.unit = unit;
        this.schema = first.schema();
        this.queue = queue;
        this.signal = signal;
        this.nextPath = 1;
        this.tailBytes = tailBytes(queue.limit());
        plan(first);
    }

    /** How much of a file's end is read at first: most footers are shorter. */
    static int tailBytes(long fetchLimit) {
        return (int) Math.max(16, Math.min(64 << 10, fetchLimit / 8));
    }

    /** Asks for footers and row groups as far as they fit. */
    void pump() {
        receiveFooter();
        startFooter();
        if (active != null && !active.fetch.pump()) {
            return;
        }
        for (Item item : started) {
            if (!item.fetch.pump()) {
                return;
            }
        }
        while (!planned.isEmpty()) {
            Planned next = planned.getFirst();
            RowGroupFetch fetch = new RowGroupFetch(queue, next.file.object(), next.group);
            boolean first = active == null && started.isEmpty();
            if (!first && fetch.streamed()) {
                // Its windows would take the whole share from the row groups in front of it.
                return;
            }
            boolean all = fetch.pump();
            if (!all && !first) {
                return;
            }
            planned.removeFirst();
            started.add(new Item(next.file, next.group, fetch));
            if (!all) {
                return;
            }
        }
    }

    /** The next row group, or null if none is asked for yet. */
    @Nullable
    Item next() {
        active = started.poll();
        return active;
    }

    /** The row group that {@link #next} gave is done. */
    void done() {
        active = null;
    }

    /** Whether there is no row group left. */
    boolean exhausted() {
        return started.isEmpty() && planned.isEmpty() && opening == null && nextPath == paths.size();
    }

    private void startFooter() {
        // One file ahead: more metadata than that would lie on the heap without use.
        if (opening != null || nextPath == paths.size() || planned.size() > 1 || !queue.tryCommit(tailBytes)) {
            return;
        }
        opening = new TailRead(tailBytes, signal);
        files.readTail(paths.get(nextPath), tailBytes, queue.budget()).subscribe(opening);
    }

    private void receiveFooter() {
        TailRead read = opening;
        if (read == null || !read.finished()) {
            return;
        }
        S3Path path = paths.get(nextPath);
        FooterRead footer;
        try (FetchedRange tail = read.take()) {
            footer = Failures.at(() -> ResultPlace.of(path.toString()), () -> FooterRead.of(tail, unit));
        } finally {
            queue.uncommit(tailBytes);
            opening = null;
        }
        ParquetFile file = footer.file();
        if (file == null) {
            if (footer.needed() > queue.limit()) {
                throw new MemoryLimitExceededException(
                        "a footer", ResultPlace.of(path.toString()), footer.needed(), queue.limit(), null);
            }
            tailBytes = footer.needed();
            return;
        }
        tailBytes = tailBytes(queue.limit());
        nextPath++;
        if (!file.schema().equals(schema)) {
            throw new MalformedResultException(
                    "the file's columns differ from those of " + paths.get(0), ResultPlace.of(path.toString()), null);
        }
        plan(file);
    }

    private void plan(ParquetFile file) {
        for (RowGroupMeta group : file.rowGroups()) {
            if (group.rows() > 0) {
                planned.add(new Planned(file, group));
            }
        }
    }

    /** Lets go of everything that was asked for. */
    void close() {
        if (opening != null) {
            opening.cancelAndDiscard();
            opening = null;
        }
        planned.clear();
        for (Item item : started) {
            item.fetch.close();
        }
        started.clear();
    }
}
