package dev.sluice.testkit.internal.athena;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The forms in which JSON 1.1 carries things. */
final class Json {
    static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    /** Seconds since the epoch, with a fraction. */
    static void time(ObjectNode in, String name, @Nullable Instant time) {
        if (time != null) {
            in.put(name, time.toEpochMilli() / 1000.0);
        }
    }

    static long millis(@Nullable Instant from, @Nullable Instant to) {
        return from == null || to == null ? 0 : Duration.between(from, to).toMillis();
    }
}
