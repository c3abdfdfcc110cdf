package dev.sluice.bench.harness;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** How a child tells its parent something: one line of JSON on stdout behind a mark, whatever else it may print. */
public final class ChildLine {
    private static final String MARK = "bench-child:";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ChildLine() {}

    /**
     * An empty message.
     *
     * @return an object to fill
     */
    public static ObjectNode message() {
        return MAPPER.createObjectNode();
    }

    /**
     * Sends a message to the parent.
     *
     * @param out the child's stdout
     * @param message the message
     */
    public static void send(PrintStream out, ObjectNode message) {
        out.println(MARK + message);
        out.flush();
    }

    /**
     * Waits for the next message.
     *
     * @param childOutput the child's stdout
     * @return the message, or null if the output has ended without one
     * @throws IOException if the output cannot be read, or the line is no JSON
     */
    static @Nullable JsonNode receive(BufferedReader childOutput) throws IOException {
        for (String line = childOutput.readLine(); line != null; line = childOutput.readLine()) {
            if (line.startsWith(MARK)) {
                try {
                    return MAPPER.readTree(line.substring(MARK.length()));
                } catch (JsonProcessingException e) {
                    throw new IOException("A child sent a line that is no JSON: " + line, e);
                }
            }
        }
        return null;
    }
}
