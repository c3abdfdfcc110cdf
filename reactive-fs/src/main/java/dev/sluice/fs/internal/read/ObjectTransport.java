package dev.sluice.fs.internal.read;

import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.S3Path;
import reactor.core.publisher.Mono;

/**
 * Sends single requests: no retry, no resume, no waiting for a turn. Errors are {@link TransportException}s, or what a
 * receiver threw. Cancel breaks the request off and nothing is signalled after it.
 */
public interface ObjectTransport {
    /**
     * Reads a part of an object.
     *
     * @param request what to read
     * @param receiver takes the response
     * @return completes when the body has come to its end
     */
    Mono<Void> get(RangeGet request, BodyReceiver receiver);

    /**
     * Asks what is there.
     *
     * @param path where
     * @return the version that is there now
     */
    Mono<ObjectHandle> head(S3Path path);
}
