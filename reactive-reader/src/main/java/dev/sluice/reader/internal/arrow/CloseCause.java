package dev.sluice.reader.internal.arrow;

/** Who closes a batch. */
public enum CloseCause {
    /** Its receiver. */
    USER(BatchState.CLOSED_BY_USER),
    /** The door that lent it to a callback or an inner publisher. */
    CALLBACK(BatchState.CLOSED_BY_CALLBACK),
    /** The subscription was cancelled. */
    CANCEL(BatchState.CLOSED_BY_CANCEL),
    /** The stream failed before the batch was delivered. */
    ERROR(BatchState.CLOSED_BY_ERROR);

    private final BatchState state;

    CloseCause(BatchState state) {
        this.state = state;
    }

    BatchState state() {
        return state;
    }
}
