package dev.sluice.bench.harness;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Servers in a process of their own, so that neither their memory nor their CPU time is counted with the client's. */
public final class ServerProcess implements AutoCloseable {
    private final Child child;
    private final JsonNode ready;

    private ServerProcess(Child child, JsonNode ready) {
        this.child = child;
        this.ready = ready;
    }

    static ServerProcess start(List<String> command) {
        Child child = Child.start("the server process", command);
        JsonNode ready = child.receive();
        if (ready == null) {
            int exit = child.awaitExit();
            throw new BenchException("The server process ended with exit code " + exit + " before it was ready");
        }
        return new ServerProcess(child, ready);
    }

    /**
     * What the server said when it was ready: its endpoint and whatever else the suite put there.
     *
     * @return a JSON object
     */
    public JsonNode ready() {
        return ready;
    }

    /**
     * Its process id.
     *
     * @return the id
     */
    public long pid() {
        return child.pid();
    }

    /** Ends the server; waits a bounded time for it. */
    @Override
    public void close() {
        child.close();
    }
}
