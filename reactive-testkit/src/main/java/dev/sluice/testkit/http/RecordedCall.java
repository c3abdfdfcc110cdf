package dev.sluice.testkit.http;

/**
 * A call that reached the server, seen as it goes on.
 *
 * @since 0.1
 */
public final class RecordedCall {
    private final HttpCall call;
    private final Operation operation;
    private volatile int status;
    private volatile long bytesSent;
    private volatile boolean over;

    RecordedCall(HttpCall call, Operation operation) {
        this.call = call;
        this.operation = operation;
    }

    /**
     * The request.
     *
     * @return it; its body has been read by the service
     */
    public HttpCall call() {
        return call;
    }

    /**
     * What it asked for.
     *
     * @return the operation
     */
    public Operation operation() {
        return operation;
    }

    /**
     * How it was answered.
     *
     * @return the HTTP status; 0 while there is none, and for good when the connection ended before one was sent
     */
    public int status() {
        return status;
    }

    /**
     * How much of the answer's body was handed to the socket.
     *
     * @return bytes
     */
    public long bytesSent() {
        return bytesSent;
    }

    /**
     * Whether the server has nothing more to do for it.
     *
     * @return true once the answer is sent or the connection has ended
     */
    public boolean isOver() {
        return over;
    }

    void answered(int value) {
        this.status = value;
    }

    void sent(long total) {
        this.bytesSent = total;
    }

    void finished() {
        this.over = true;
    }

    @Override
    public String toString() {
        return operation.name() + " " + call + " -> " + (status == 0 ? "no answer" : String.valueOf(status));
    }
}
