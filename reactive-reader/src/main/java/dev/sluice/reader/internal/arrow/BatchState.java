package dev.sluice.reader.internal.arrow;

/** Where a batch is on its way: given out, in someone's hands, or closed, and by whom. */
enum BatchState {
    /** Emitted; still in some queue for all that is known. A cancel closes it. */
    EMITTED(""),
    /** Its receiver has looked into it, and must close it. */
    CLAIMED(""),
    CLOSED_BY_USER("user close"),
    CLOSED_BY_CALLBACK("end of the callback"),
    CLOSED_BY_CANCEL("cancellation"),
    CLOSED_BY_ERROR("an error of the stream"),
    CLOSED_BY_DETACH("detach"),
    CLOSED_BY_CLEANER("the leak tracker, since nobody closed it");

    private final String closer;

    BatchState(String closer) {
        this.closer = closer;
    }

    boolean isClosed() {
        return !closer.isEmpty();
    }

    /** Who closed it, as an error tells it. */
    String closer() {
        return closer;
    }
}
