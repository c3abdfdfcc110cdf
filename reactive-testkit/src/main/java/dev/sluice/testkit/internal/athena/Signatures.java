package dev.sluice.testkit.internal.athena;

import dev.sluice.testkit.http.HttpFields;

/** Whether a call is signed for Athena. Any key will do: the signature itself is not computed. */
final class Signatures {
    private static final String SCOPE_END = "/athena/aws4_request";

    private Signatures() {}

    static void check(HttpFields headers) {
        String authorization = headers.first("Authorization");
        if (authorization == null) {
            throw ApiError.of(403, "MissingAuthenticationTokenException", "Missing Authentication Token");
        }
        if (!authorization.startsWith("AWS4-HMAC-SHA256 ") || !authorization.contains("Signature=")) {
            throw ApiError.of(
                    403,
                    "IncompleteSignatureException",
                    "Authorization header requires 'Credential', 'SignedHeaders' and 'Signature' parameters.");
        }
        if (!authorization.contains(SCOPE_END)) {
            throw ApiError.of(
                    403, "InvalidSignatureException", "Credential should be scoped to correct service: 'athena'.");
        }
    }
}
