package dev.sluice.testkit.fault;

import dev.sluice.testkit.http.HttpContent;
import dev.sluice.testkit.http.HttpReply;
import dev.sluice.testkit.http.Refusal;
import dev.sluice.testkit.http.ReplyEdit;
import dev.sluice.testkit.http.Treatment.Cut;
import dev.sluice.testkit.http.Treatment.Ending;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What to do to the calls of a match. Each method sets one fault.
 *
 * @since 0.1
 */
public final class FaultAction {
    private static final String ATHENA = "athena";

    private final Faults faults;
    private final Match match;

    FaultAction(Faults faults, Match match) {
        this.faults = faults;
        this.match = match;
    }

    /**
     * The answer's first byte comes later; the work is done at once.
     *
     * @param delay how much later
     * @return the fault
     */
    public Fault thenDelay(Duration delay) {
        return change("a delay of " + delay, treatment -> treatment.delay(delay));
    }

    /**
     * The service throttles: S3 with 503 {@code SlowDown}, Athena with 400 {@code ThrottlingException}. The work is not
     * done.
     *
     * @return the fault
     */
    public Fault thenThrottle() {
        return faults.add(
                match,
                "throttling",
                Effect.deciding((operation, treatment) -> treatment.refuse(
                        operation.service().equals(ATHENA)
                                ? new Refusal(400, "ThrottlingException", "Rate exceeded")
                                : new Refusal(503, "SlowDown", "Please reduce your request rate."))));
    }

    /**
     * The service has too much to do: S3 with 503 {@code SlowDown}, Athena with 400 {@code TooManyRequestsException}. The
     * work is not done.
     *
     * @return the fault
     */
    public Fault thenTooManyRequests() {
        return faults.add(
                match,
                "too many requests",
                Effect.deciding((operation, treatment) -> treatment.refuse(
                        operation.service().equals(ATHENA)
                                ? new Refusal(
                                        400,
                                        "TooManyRequestsException",
                                        "You have exceeded the limit for concurrent calls")
                                : new Refusal(503, "SlowDown", "Please reduce your request rate."))));
    }

    /**
     * The service answers with an error. The work is not done.
     *
     * @param status the HTTP status
     * @param code the service's error code
     * @param message what a human reads
     * @return the fault
     */
    public Fault thenStatus(int status, String code, String message) {
        return decide(
                "status " + status + " " + code, treatment -> treatment.refuse(new Refusal(status, code, message)));
    }

    /**
     * The connection is reset (RST) instead of an answer. The work is not done.
     *
     * @return the fault
     */
    public Fault thenReset() {
        return decide("a reset", treatment -> treatment.cutInsteadOfWork(Ending.RESET));
    }

    /**
     * The connection is reset (RST) within the body of the answer.
     *
     * @param bodyBytes how many bytes of the body are sent before; the client may see fewer
     * @return the fault
     */
    public Fault thenResetAfter(long bodyBytes) {
        return decide("a reset after " + bodyBytes + " bytes", treatment -> treatment.cut(bodyBytes, Ending.RESET));
    }

    /**
     * The connection is closed in order (FIN) instead of an answer. The work is not done.
     *
     * @return the fault
     */
    public Fault thenClose() {
        return decide("a close", treatment -> treatment.cutInsteadOfWork(Ending.CLOSE));
    }

    /**
     * The connection is closed in order (FIN) within the body of the answer, which is therefore too short.
     *
     * @param bodyBytes how many bytes of the body are sent before
     * @return the fault
     */
    public Fault thenShortBody(long bodyBytes) {
        return decide("a close after " + bodyBytes + " bytes", treatment -> treatment.cut(bodyBytes, Ending.CLOSE));
    }

    /**
     * No answer comes, and the connection stays open. The work is not done.
     *
     * @return the fault
     */
    public Fault thenStall() {
        return decide("a stall", treatment -> treatment.cutInsteadOfWork(Ending.STALL));
    }

    /**
     * The body of the answer stops, and the connection stays open.
     *
     * @param bodyBytes how many bytes of the body are sent before
     * @return the fault
     */
    public Fault thenStallAfter(long bodyBytes) {
        return decide("a stall after " + bodyBytes + " bytes", treatment -> treatment.cut(bodyBytes, Ending.STALL));
    }

    /**
     * The work is done, but instead of the answer the connection is closed (FIN).
     *
     * @return the fault
     */
    public Fault thenDropResponse() {
        return decide("a dropped response", treatment -> treatment.cut(Cut.BEFORE_HEAD, Ending.CLOSE));
    }

    /**
     * Something happens before the work: another object is put under the key, say.
     *
     * @param action what happens; it runs on the call's thread
     * @return the fault
     */
    public Fault thenRun(Runnable action) {
        return change("an action", treatment -> treatment.before(action));
    }

    /**
     * The calls are held before their work.
     *
     * @return the gate that holds them
     */
    public Gate thenHold() {
        Gate gate = new Gate();
        change("a gate", treatment -> treatment.before(gate::pass));
        return gate;
    }

    /**
     * A header field of the answer is another.
     *
     * @param name its name
     * @param value its value; null to drop it
     * @return the fault
     */
    public Fault thenHeader(String name, @Nullable String value) {
        return thenEdit(reply -> reply.mutate().header(name, value).build());
    }

    /**
     * The answer says that the object has changed.
     *
     * @param etag the entity tag it gives, with the quotes
     * @return the fault
     */
    public Fault thenETag(String etag) {
        return thenHeader("ETag", etag);
    }

    /**
     * One byte of the answer's body arrives with its lowest bit flipped.
     *
     * @param offset which
     * @return the fault
     */
    public Fault thenFlipBit(int offset) {
        return thenEdit(reply -> {
            byte[] bytes = takeBytes(reply);
            if (offset < bytes.length) {
                bytes[offset] ^= 1;
            }
            return reply.mutate().body(HttpContent.of(bytes)).build();
        });
    }

    /**
     * A field of the JSON answer is missing.
     *
     * @param path its name and those it stands under, with dots; a number stands for an element of an array
     * @return the fault
     */
    public Fault thenDropField(String path) {
        return thenEdit(reply -> JsonEdit.drop(reply, path));
    }

    /**
     * A field of the JSON answer is another. Fields that it stands under are made where they are missing.
     *
     * @param path as in {@link #thenDropField}
     * @param value null, a string, a number, a boolean, or lists and maps of them
     * @return the fault
     */
    public Fault thenSetField(String path, @Nullable Object value) {
        return thenEdit(reply -> JsonEdit.set(reply, path, value));
    }

    /**
     * The answer is changed on its way out.
     *
     * @param edit makes the changed answer, and owns the content of the one it is given
     * @return the fault
     */
    public Fault thenEdit(ReplyEdit edit) {
        return change("a changed answer", treatment -> treatment.edit(edit));
    }

    static byte[] takeBytes(HttpReply reply) throws IOException {
        try (HttpContent content = reply.content()) {
            return content.bytes();
        }
    }

    private Fault change(String what, Consumer<TreatmentBuilder> action) {
        return faults.add(match, what, Effect.changing((operation, treatment) -> action.accept(treatment)));
    }

    private Fault decide(String what, Consumer<TreatmentBuilder> action) {
        return faults.add(match, what, Effect.deciding((operation, treatment) -> action.accept(treatment)));
    }
}
