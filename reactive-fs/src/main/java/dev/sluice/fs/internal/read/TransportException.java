package dev.sluice.fs.internal.read;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One request failed. Never leaves this library: {@link Failures} tells the user what it means. */
public final class TransportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What went wrong, as far as the next step depends on it. */
    public enum Kind {
        /** No such object, or no such bucket. */
        NOT_FOUND,
        /** Not allowed. */
        ACCESS_DENIED,
        /** The object is another version now. */
        CHANGED,
        /** No byte of the range is inside the object. */
        RANGE_NOT_SATISFIABLE,
        /** The same request would fail again. */
        REJECTED,
        /** The service asks for patience. */
        THROTTLED,
        /** A broken connection, a timeout, a fault of the service. */
        TRANSIENT
    }

    private final Kind kind;
    private final @Nullable Duration retryAfter;

    /**
     * Describes a failed request.
     *
     * @param kind what it means
     * @param message what happened, without the place
     * @param retryAfter how long the service asks to wait, or null
     * @param cause the SDK's error, or null
     */
    public TransportException(Kind kind, String message, @Nullable Duration retryAfter, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    TransportException(Kind kind, String message) {
        this(kind, message, null, null);
    }

    /**
     * What it means.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    @Nullable
    public Duration retryAfter() {
        return retryAfter;
    }

    boolean isRetryable() {
        return kind == Kind.THROTTLED || kind == Kind.TRANSIENT;
    }

    String reason() {
        String message = getMessage();
        return message == null ? kind.toString() : message;
    }
}
