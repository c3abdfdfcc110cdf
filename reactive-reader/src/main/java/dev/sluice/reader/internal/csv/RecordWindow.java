package dev.sluice.reader.internal.csv;

import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.S3Path;
import dev.sluice.reader.MalformedResultException;
import dev.sluice.reader.ResultPlace;
import dev.sluice.reader.internal.arrow.BatchAllocation;
import dev.sluice.reader.internal.arrow.DecodedBatch;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an object that are looked at: filled from pieces, emptied by batches. Used by one pull at a time.
 *
 * <pre>
 *  0        recordsStart      scanned         filled        size
 *  │ done │ records of the batch │ not yet looked at │ room │
 * </pre>
 */
final class RecordWindow {
    /** What a look at the bytes came to. */
    enum Scan {
        /** A batch is found, or the object has ended. */
        READY,
        /** More bytes are needed. */
        HUNGRY,
        /** A record is longer than the window. */
        TOO_SMALL
    }

    private final Tokenizer tokenizer;
    private final TextBatch batches;
    private final S3Path path;
    private final long memoryLimit;
    private final long objectBytes;
    private final int startSize;
    private final int columns;
    private final int mostRecords;
    private Records records = new Records(1, 0);
    private boolean headerAhead;
    private byte[] bytes = new byte[0];
    private int scanned;
    private int filled;
    /** Bytes of the object that have come in, all told. */
    private long taken;

    private long rowsBefore;
    private boolean ready;
    private @Nullable ByteBuffer piece;
    private @Nullable FetchedRange pieceOf;

    RecordWindow(
            Tokenizer tokenizer,
            int columns,
            int mostRecords,
            int startSize,
            boolean hasHeader,
            TextBatch batches,
            ObjectHandle object,
            long memoryLimit) {
        this.tokenizer = tokenizer;
        this.columns = columns;
        this.mostRecords = mostRecords;
        this.startSize = startSize;
        this.headerAhead = hasHeader;
        this.batches = batches;
        this.path = object.path();
        this.objectBytes = object.size();
        this.memoryLimit = memoryLimit;
    }

    /** What window and places take together. */
    long startBytes() {
        return startSize + Records.bytesFor(columns, mostRecords);
    }

    void start() {
        bytes = new byte[startSize];
        records = new Records(columns, mostRecords);
    }

    long size() {
        return bytes.length;
    }

    void grow(long more) {
        bytes = Arrays.copyOf(bytes, Math.toIntExact(bytes.length + more));
    }

    private boolean ended() {
        return taken == objectBytes;
    }

    boolean isReady() {
        return ready;
    }

    /** Whether the object has ended and every record of it was given out. */
    boolean isEmpty() {
        return records.count() == 0;
    }

    long bound() {
        return batches.bound();
    }

    long nextRow() {
        return rowsBefore + records.count();
    }

    /** Finds records until a batch is full or the bytes are used up; {@code current} is where more come from. */
    Scan scan(@Nullable FetchedRange current) {
        if (!ready && isEmpty() && scanned > 0 && filled - scanned < bytes.length / 2) {
            compact();
        }
        while (!ready) {
            fill(current);
            boolean looked = look();
            if (ready || looked) {
                continue;
            }
            if (hasMore(current)) {
                if (!isEmpty()) {
                    ready = true;
                } else if (scanned > 0) {
                    compact();
                } else {
                    return Scan.TOO_SMALL;
                }
            } else if (ended()) {
                ready = true;
            } else {
                return Scan.HUNGRY;
            }
        }
        return Scan.READY;
    }

    private void fill(@Nullable FetchedRange current) {
        if (current == null) {
            return;
        }
        if (!isSame(current)) {
            pieceOf = current;
            piece = current.bytes();
        }
        ByteBuffer from = piece;
        if (from != null) {
            int length = Math.min(from.remaining(), bytes.length - filled);
            from.get(bytes, filled, length);
            filled += length;
            taken += length;
        }
    }

    @SuppressWarnings("ReferenceEquality") // the very piece, of which a part has been taken
    private boolean isSame(FetchedRange current) {
        return pieceOf == current;
    }

    private boolean hasMore(@Nullable FetchedRange current) {
        return current != null && piece != null && piece.hasRemaining();
    }

    /** Adds the records that are whole; true if there was one. */
    private boolean look() {
        boolean any = false;
        while (!ready && scanned < filled) {
            int whole = records.count();
            int next = record(whole);
            if (next == Tokenizer.INCOMPLETE) {
                records.truncate(whole);
                return any;
            }
            any = true;
            if (headerAhead) {
                headerAhead = false;
                records.truncate(0);
                scanned = next;
            } else if (batches.admit(records, whole, vectorLimit())) {
                scanned = next;
                ready = records.isFull();
            } else {
                records.truncate(whole);
                if (whole == 0) {
                    throw batches.tooLarge(place(0), vectorLimit());
                }
                ready = true;
            }
        }
        return any;
    }

    private int record(int whole) {
        try {
            return tokenizer.record(bytes, scanned, filled, ended(), records);
        } catch (Tokenizer.TokenException e) {
            int value = records.valuesOfLast(whole);
            ResultPlace place = headerAhead ? ResultPlace.of(path.toString()) : place(whole);
            throw new MalformedResultException(
                    e.what() + (headerAhead ? ", in the header" : "") + ", near value " + (value + 1), place, null);
        }
    }

    private ResultPlace place(int record) {
        return ResultPlace.of(path.toString()).withRow(rowsBefore + record);
    }

    /** What is left beside the window itself. */
    private long vectorLimit() {
        return memoryLimit - bytes.length - Records.bytesFor(columns, mostRecords);
    }

    private void compact() {
        System.arraycopy(bytes, scanned, bytes, 0, filled - scanned);
        filled -= scanned;
        scanned = 0;
    }

    /** The batch that was found; the window is ready for the next one then. Takes the memory over, also when it fails. */
    DecodedBatch takeBatch(BatchAllocation memory) {
        DecodedBatch batch = batches.build(bytes, records, memory, ended() && scanned == filled, this::place);
        rowsBefore += records.count();
        records.truncate(0);
        batches.reset();
        ready = false;
        return batch;
    }
}
