package dev.sluice.testkit.http;

import org.jspecify.annotations.Nullable;

/**
 * A service behind the server. Its methods are called off the event loop, on a thread that may block; calls on several
 * connections come at the same time.
 *
 * @since 0.1
 */
public interface HttpHandler {
    /**
     * Says what a call asks for, by its head alone.
     *
     * @param call the call; its body must not be read here
     * @return the operation, or null when the call is not for this service
     */
    @Nullable
    Operation identify(HttpCall call);

    /**
     * Does what was asked.
     *
     * @param call the call
     * @param operation what {@link #identify} said
     * @return the answer
     * @throws Exception to have the call answered by {@link #refuse} with status 500 and {@code InternalError}
     */
    HttpReply handle(HttpCall call, Operation operation) throws Exception;

    /**
     * Words an error as this service does; faults answer by it.
     *
     * @param call the call
     * @param operation what it asked for
     * @param refusal the error
     * @return the answer
     */
    HttpReply refuse(HttpCall call, Operation operation, Refusal refusal);
}
