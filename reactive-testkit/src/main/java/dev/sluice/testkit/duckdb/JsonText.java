package dev.sluice.testkit.duckdb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.trino.sql.tree.Node;

/** JSON as Trino keeps it: without blanks, the keys in order. */
final class JsonText {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private JsonText() {}

    static String canonical(String text, Node at) {
        try {
            // As plain maps and lists: the order of keys is kept for those only.
            Object value = MAPPER.readValue(text, Object.class);
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new SemanticException("INVALID_LITERAL", at, "'" + text + "' is not a valid JSON literal", e);
        }
    }
}
