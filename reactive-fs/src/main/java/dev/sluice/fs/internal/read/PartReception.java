package dev.sluice.fs.internal.read;

import dev.sluice.fs.ByteRange;
import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.internal.read.TransportException.Kind;
import java.nio.ByteBuffer;

/** Fills a known range of a pinned object into its place in a buffer. */
final class PartReception extends Reception {
    private final ObjectHandle object;
    private final ByteRange part;
    private final byte[] target;
    private final int targetOffset;
    private int filled;

    PartReception(ObjectHandle object, ByteRange part, byte[] target, int targetOffset) {
        this.object = object;
        this.part = part;
        this.target = target;
        this.targetOffset = targetOffset;
    }

    @Override
    RangeGet request() {
        return RangeGet.of(object.path(), object.etag(), part.offset() + filled, remaining());
    }

    @Override
    void accept(ResponseHead head) {
        if (head.etag() != null && !head.etag().equals(object.etag())) {
            throw new TransportException(Kind.CHANGED, "answered with version " + head.etag());
        }
        if (head.offset() != part.offset() + filled || head.length() != remaining()) {
            throw new TransportException(
                    Kind.REJECTED,
                    "answered with " + head.length() + " bytes from " + head.offset() + " on, not with " + remaining()
                            + " from " + (part.offset() + filled) + " on");
        }
    }

    @Override
    void append(ByteBuffer chunk) {
        int length = chunk.remaining();
        if (length > remaining()) {
            throw new TransportException(
                    Kind.REJECTED, "the body is longer than the " + part.length() + " bytes asked for");
        }
        chunk.get(target, targetOffset + filled, length);
        filled += length;
    }

    @Override
    boolean isComplete() {
        return remaining() == 0;
    }

    @Override
    String missing() {
        return remaining() + " of " + part.length() + " bytes are missing";
    }

    private int remaining() {
        return part.length() - filled;
    }
}
