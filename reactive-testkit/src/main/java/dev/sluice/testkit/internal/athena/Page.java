package dev.sluice.testkit.internal.athena;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param items what is on it
 * @param nextToken leads to the next; null on the last
 */
record Page(List<? extends JsonNode> items, @Nullable String nextToken) {
    static Page of(List<? extends JsonNode> all, int start, int max) {
        int from = Math.min(start, all.size());
        int to = Math.min(all.size(), from + max);
        return new Page(all.subList(from, to), to < all.size() ? PageToken.of("", to) : null);
    }

    ObjectNode put(String member) {
        ObjectNode answer = Json.object();
        answer.putArray(member).addAll(items);
        if (nextToken != null) {
            answer.put("NextToken", nextToken);
        }
        return answer;
    }
}
