package dev.sluice.fs.internal.read;

import dev.sluice.fs.ByteRange;
import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.S3Path;
import dev.sluice.fs.internal.read.TransportException.Kind;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Takes the last bytes of an object whose size and version the first answer tells; from then on it is a known range. */
final class TailReception extends Reception {
    private final S3Path path;
    private final int maxBytes;
    private @Nullable Pinned pinned;

    /** What the first answer settled. */
    record Pinned(ObjectHandle object, ByteRange range, ByteBuffer view, PartReception rest) {}

    TailReception(S3Path path, int maxBytes) {
        this.path = path;
        this.maxBytes = maxBytes;
    }

    /** The outcome, once complete. */
    synchronized Pinned result() {
        if (pinned == null) {
            throw new IllegalStateException("nothing has arrived yet");
        }
        return pinned;
    }

    /** The version that the first answer pinned, or null if none came yet. */
    synchronized @Nullable ObjectHandle object() {
        return pinned == null ? null : pinned.object();
    }

    @Override
    RangeGet request() {
        return pinned == null ? RangeGet.suffix(path, maxBytes) : pinned.rest().request();
    }

    @Override
    void accept(ResponseHead head) {
        if (pinned == null) {
            pinned = pin(head);
        }
        pinned.rest().accept(head);
    }

    private Pinned pin(ResponseHead head) {
        if (head.etag() == null) {
            throw new TransportException(Kind.REJECTED, "the answer has no ETag to pin the version by");
        }
        long expected = Math.min(maxBytes, head.objectSize());
        if (expected == 0) {
            throw new TransportException(Kind.RANGE_NOT_SATISFIABLE, "the object is empty");
        }
        ByteRange range = new ByteRange(head.objectSize() - expected, (int) expected);
        ObjectHandle object = new ObjectHandle(path, head.objectSize(), head.etag());
        byte[] bytes = new byte[range.length()];
        return new Pinned(
                object, range, ByteBuffer.wrap(bytes).asReadOnlyBuffer(), new PartReception(object, range, bytes, 0));
    }

    @Override
    void append(ByteBuffer chunk) {
        if (pinned == null) {
            throw new TransportException(Kind.REJECTED, "a body without a head");
        }
        pinned.rest().append(chunk);
    }

    @Override
    boolean isComplete() {
        return pinned != null && pinned.rest().isComplete();
    }

    @Override
    String missing() {
        return pinned == null ? "nothing came" : pinned.rest().missing();
    }
}
