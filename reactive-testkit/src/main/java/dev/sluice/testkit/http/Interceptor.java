package dev.sluice.testkit.http;

/**
 * Decides, once for each call and before its work, what is done to it. The fault layer is one.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface Interceptor {
    /** Leaves every call alone. */
    Interceptor NONE = (call, operation) -> Treatment.NONE;

    /**
     * Decides about a call.
     *
     * @param call the call; its body must not be read here
     * @param operation what it asks for
     * @return what to do to it
     */
    Treatment treat(HttpCall call, Operation operation);
}
