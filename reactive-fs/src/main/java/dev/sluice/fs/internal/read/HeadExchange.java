package dev.sluice.fs.internal.read;

import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.S3Path;
import reactor.core.publisher.Mono;

/**
 * Asks what is there. Nothing arrives before the answer, so the idle timeout is the whole time it may take.
 *
 * @param path where
 * @param transport sends the request
 */
record HeadExchange(S3Path path, ObjectTransport transport) implements Exchange<ObjectHandle> {
    @Override
    public boolean isDone() {
        return false;
    }

    @Override
    public Mono<ObjectHandle> attempt() {
        return transport.head(path);
    }

    @Override
    public void verify() {
        // The answer is all or nothing.
    }

    @Override
    public long signals() {
        return 0;
    }
}
