package dev.sluice.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.testkit.http.HttpContent;
import dev.sluice.testkit.http.HttpReply;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Changes one field of a JSON answer. */
final class JsonEdit {
    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonEdit() {}

    static HttpReply drop(HttpReply reply, String path) throws IOException {
        JsonNode root = JSON.readTree(FaultAction.takeBytes(reply));
        int dot = path.lastIndexOf('.');
        JsonNode parent = root;
        if (dot > 0) {
            for (String step : path.substring(0, dot).split("\\.")) {
                parent = isIndex(step) ? parent.path(Integer.parseInt(step)) : parent.path(step);
            }
        }
        String last = path.substring(dot + 1);
        if (parent instanceof ObjectNode object) {
            object.remove(last);
        } else if (parent instanceof ArrayNode array && isIndex(last)) {
            array.remove(Integer.parseInt(last));
        }
        return written(reply, root);
    }

    static HttpReply set(HttpReply reply, String path, @Nullable Object value) throws IOException {
        JsonNode root = JSON.readTree(FaultAction.takeBytes(reply));
        String[] steps = path.split("\\.");
        JsonNode parent = root;
        for (int i = 0; i < steps.length - 1; i++) {
            parent = parent instanceof ObjectNode object
                    ? object.has(steps[i]) ? object.get(steps[i]) : object.putObject(steps[i])
                    : parent.path(isIndex(steps[i]) ? Integer.parseInt(steps[i]) : -1);
        }
        String last = steps[steps.length - 1];
        JsonNode node = JSON.valueToTree(value);
        if (parent instanceof ObjectNode object) {
            object.set(last, node);
        } else if (parent instanceof ArrayNode array && isIndex(last)) {
            array.set(Integer.parseInt(last), node);
        } else {
            throw new IllegalArgumentException("The answer has no place for " + path);
        }
        return written(reply, root);
    }

    private static boolean isIndex(String step) {
        return !step.isEmpty() && step.chars().allMatch(Character::isDigit);
    }

    private static HttpReply written(HttpReply reply, JsonNode root) throws IOException {
        return reply.mutate().body(HttpContent.of(JSON.writeValueAsBytes(root))).build();
    }
}
