package dev.sluice.testkit.internal.athena;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A NextToken: opaque to the client; here the number of the next row and what it belongs to. */
final class PageToken {
    private PageToken() {}

    static String of(String scope, long next) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString((next + ":" + scope).getBytes(StandardCharsets.UTF_8));
    }

    static long read(String token, String scope) {
        try {
            String text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
            int colon = text.indexOf(':');
            if (colon > 0 && text.substring(colon + 1).equals(scope)) {
                long next = Long.parseLong(text.substring(0, colon));
                if (next >= 0) {
                    return next;
                }
            }
        } catch (IllegalArgumentException e) {
            throw refused();
        }
        throw refused();
    }

    private static ApiError refused() {
        return ApiError.invalid("Invalid nextToken");
    }
}
