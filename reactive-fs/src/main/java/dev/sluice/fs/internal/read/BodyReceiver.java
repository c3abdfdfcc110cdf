package dev.sluice.fs.internal.read;

import java.nio.ByteBuffer;

/** Takes one response, one signal after the other. Whatever it throws breaks the request off. */
public interface BodyReceiver {
    /**
     * The response has begun.
     *
     * @param head what is to come
     */
    void head(ResponseHead head);

    /**
     * The next bytes; they are copied before this returns.
     *
     * @param chunk some bytes of the body
     */
    void bytes(ByteBuffer chunk);
}
