package dev.sluice.testkit.http;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the server does to one call besides answering it.
 *
 * @param delay how long the answer's first byte is held back
 * @param refusal an error to answer with instead of doing the work; null to do it
 * @param cut where the connection ends; null to let the answer through
 * @param skipsWork whether the call ends without its work being done
 * @param before what runs before the work
 * @param edits what changes the answer, in order
 * @since 0.1
 */
public record Treatment(
        Duration delay,
        @Nullable Refusal refusal,
        @Nullable Cut cut,
        boolean skipsWork,
        List<Runnable> before,
        List<ReplyEdit> edits) {
    /** Nothing out of the ordinary. */
    public static final Treatment NONE = new Treatment(Duration.ZERO, null, null, false, List.of(), List.of());

    /**
     * Copies the lists.
     *
     * @param delay how long the answer's first byte is held back
     * @param refusal an error to answer with, or null
     * @param cut where the connection ends, or null
     * @param skipsWork whether the call ends without its work being done
     * @param before what runs before the work
     * @param edits what changes the answer, in order
     */
    public Treatment {
        before = List.copyOf(before);
        edits = List.copyOf(edits);
    }

    /** How a connection ends. */
    public enum Ending {
        /** By a reset (RST). */
        RESET,
        /** In order (FIN). */
        CLOSE,
        /** Not at all: it stays open and silent until the client or the server gives up. */
        STALL
    }

    /**
     * Where an answer breaks off.
     *
     * @param afterBytes how many bytes of the body are sent before; {@link #BEFORE_HEAD} to send not even the head
     * @param ending how the connection ends
     */
    public record Cut(long afterBytes, Ending ending) {
        /** Before the first byte of the answer. */
        public static final long BEFORE_HEAD = -1;
    }
}
