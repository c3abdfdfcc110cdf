package dev.sluice.fs.internal.read;

import reactor.core.publisher.Mono;

/** What is to be achieved by one request, or by as many attempts at it as it takes. */
interface Exchange<T> {
    /** Whether nothing is left to ask for. */
    boolean isDone();

    /** Another attempt. */
    Mono<T> attempt();

    /** Called when an attempt has ended well: throws a {@link TransportException} if that was not all. */
    void verify();

    /** A count that changes with all that arrives. */
    long signals();
}
