package dev.sluice.testkit.http;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A request's body on its way from the event loop, which never blocks here, to the one handler thread, which does.
 */
final class RequestBody extends InputStream {
    static final long HIGH_WATER_BYTES = 512 * 1024;

    private final Queue<ByteBuf> chunks = new ConcurrentLinkedQueue<>();
    private final Semaphore signals = new Semaphore(0);
    private final AtomicLong queuedBytes = new AtomicLong();
    private final Runnable onFirstRead;
    private final Runnable onRoom;
    private volatile boolean complete;
    private volatile boolean discarding;
    private volatile @Nullable IOException failure;
    private boolean reading;
    private @Nullable ByteBuf chunk;

    /**
     * @param onFirstRead runs on the reader's thread before it waits for the first byte
     * @param onRoom runs on the reader's thread when the queue has sunk below the mark again
     */
    RequestBody(Runnable onFirstRead, Runnable onRoom) {
        this.onFirstRead = onFirstRead;
        this.onRoom = onRoom;
    }

    /** Event loop: takes over a chunk. */
    void add(ByteBuf bytes) {
        if (!bytes.isReadable()) {
            bytes.release();
            return;
        }
        queuedBytes.addAndGet(bytes.readableBytes());
        chunks.add(bytes);
        signals.release();
        if (discarding) {
            releaseQueued();
        }
    }

    /** Event loop: the request's last byte is queued. */
    void complete() {
        complete = true;
        signals.release();
    }

    /** Event loop: the rest will never come. */
    void fail(IOException cause) {
        failure = cause;
        signals.release();
    }

    boolean isComplete() {
        return complete;
    }

    boolean isFull() {
        return !discarding && queuedBytes.get() >= HIGH_WATER_BYTES;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        ByteBuf current = chunk != null ? chunk : next();
        if (current == null) {
            return -1;
        }
        int count = Math.min(length, current.readableBytes());
        current.readBytes(target, offset, count);
        if (current.isReadable()) {
            chunk = current;
        } else {
            chunk = null;
            current.release();
        }
        long before = queuedBytes.getAndAdd(-count);
        if (before >= HIGH_WATER_BYTES && before - count < HIGH_WATER_BYTES) {
            onRoom.run();
        }
        return count;
    }

    /** Waits for the next chunk; null at the end. */
    private @Nullable ByteBuf next() throws IOException {
        if (!reading) {
            reading = true;
            onFirstRead.run();
        }
        while (true) {
            ByteBuf head = chunks.poll();
            if (head != null) {
                return head;
            }
            if (failure != null) {
                throw new IOException("The client went away before the end of the body", failure);
            }
            if (complete) {
                // A chunk may have come between the poll and the look at the flag.
                return chunks.poll();
            }
            try {
                signals.acquire();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("Interrupted while waiting for the body");
            }
        }
    }

    /** Handler thread: what is still to come is thrown away. */
    @Override
    public void close() {
        discarding = true;
        if (chunk != null) {
            chunk.release();
            chunk = null;
        }
        releaseQueued();
        onRoom.run();
    }

    private void releaseQueued() {
        ByteBuf bytes;
        while ((bytes = chunks.poll()) != null) {
            bytes.release();
        }
        queuedBytes.set(0);
    }
}
