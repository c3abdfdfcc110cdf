package dev.sluice.fs.internal.read;

import java.nio.ByteBuffer;

/** Counts what passes. */
record MeteredReceiver(BodyReceiver receiver, Meter meter) implements BodyReceiver {
    @Override
    public void head(ResponseHead head) {
        receiver.head(head);
    }

    @Override
    public void bytes(ByteBuffer chunk) {
        meter.received(chunk.remaining());
        receiver.bytes(chunk);
    }
}
