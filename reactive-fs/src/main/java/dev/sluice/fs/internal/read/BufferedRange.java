package dev.sluice.fs.internal.read;

import dev.sluice.fs.ByteRange;
import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.ObjectHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A slice of a buffer that others may share. */
final class BufferedRange implements FetchedRange {
    private final ObjectHandle object;
    private final ByteRange range;
    private final SharedBuffer shared;

    /** Null once closed, so that a closed range does not keep bytes alive that nobody counts any more. */
    private final AtomicReference<@Nullable ByteBuffer> view;

    BufferedRange(ObjectHandle object, ByteRange range, ByteBuffer view, SharedBuffer shared) {
        this.object = object;
        this.range = range;
        this.shared = shared;
        this.view = new AtomicReference<>(view);
    }

    @Override
    public ObjectHandle object() {
        return object;
    }

    @Override
    public ByteRange range() {
        return range;
    }

    @Override
    public ByteBuffer bytes() {
        ByteBuffer bytes = view.get();
        if (bytes == null) {
            throw new IllegalStateException(object.path() + " (" + range + ") was closed");
        }
        return bytes.duplicate();
    }

    @Override
    public void close() {
        if (view.getAndSet(null) != null) {
            shared.release(1);
        }
    }

    @Override
    public String toString() {
        return object.path() + " (" + range + (view.get() == null ? ", closed)" : ")");
    }
}
