package dev.sluice.testkit.internal.sigv4;

import dev.sluice.testkit.http.HttpCall;
import dev.sluice.testkit.internal.checksum.Digests;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Checks the signature of requests, in the header or in the query, against the one key pair there is. */
public final class SignatureVerifier {
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT);
    private static final Duration MAX_SKEW = Duration.ofMinutes(15);
    private static final long MAX_EXPIRY_SECONDS = 7 * 24 * 3600L;

    private final String accessKeyId;
    private final String secretAccessKey;
    private final boolean anonymousAllowed;
    private final Clock clock;

    /**
     * @param accessKeyId the id that is known
     * @param secretAccessKey its secret
     * @param anonymousAllowed whether an unsigned request is served
     * @param clock what time it is
     */
    public SignatureVerifier(String accessKeyId, String secretAccessKey, boolean anonymousAllowed, Clock clock) {
        this.accessKeyId = accessKeyId;
        this.secretAccessKey = secretAccessKey;
        this.anonymousAllowed = anonymousAllowed;
        this.clock = clock;
    }

    /** What a request says of its own signature. */
    private record Claim(
            String credential,
            String signedHeaders,
            String signature,
            String timestamp,
            String payload,
            boolean inQuery) {}

    /**
     * Verifies a request's head.
     *
     * @param call the request
     * @param payload the digest of the body, for a service whose clients do not say it in a header
     * @return who signed it
     * @throws SignatureFailure when the signature does not hold
     */
    public Signer verify(HttpCall call, String payload) {
        List<Map.Entry<String, String>> query = UriEncoding.query(call.query());
        String authorization = call.headers().first("Authorization");
        Claim claim;
        if (authorization != null) {
            claim = inHeader(call, authorization, payload);
        } else if (query.stream().anyMatch(pair -> pair.getKey().equals("X-Amz-Signature"))) {
            claim = inQuery(query);
        } else if (anonymousAllowed) {
            return new Signer("", null, "", call.headers().first("x-amz-content-sha256", Signer.UNSIGNED_PAYLOAD));
        } else {
            throw new SignatureFailure(403, "AccessDenied", "Access Denied");
        }
        return verify(call, query, claim);
    }

    private Claim inHeader(HttpCall call, String authorization, String payload) {
        if (!authorization.startsWith(ALGORITHM + " ")) {
            throw new SignatureFailure(
                    400,
                    "InvalidRequest",
                    "The authorization mechanism you have provided is not supported. Please use " + ALGORITHM + ".");
        }
        Map<String, String> fields = new HashMap<>();
        for (String field : authorization.substring(ALGORITHM.length()).split(",")) {
            int equals = field.indexOf('=');
            if (equals > 0) {
                fields.put(
                        field.substring(0, equals).strip(),
                        field.substring(equals + 1).strip());
            }
        }
        String timestamp = call.headers().first("x-amz-date", "");
        Instant signedAt = parse(timestamp);
        if (Duration.between(signedAt, clock.instant()).abs().compareTo(MAX_SKEW) > 0) {
            throw new SignatureFailure(
                    403,
                    "RequestTimeTooSkewed",
                    "The difference between the request time and the current time is too large.");
        }
        return new Claim(
                fields.getOrDefault("Credential", ""),
                fields.getOrDefault("SignedHeaders", ""),
                fields.getOrDefault("Signature", ""),
                timestamp,
                call.headers().first("x-amz-content-sha256", payload),
                false);
    }

    private Claim inQuery(List<Map.Entry<String, String>> query) {
        Map<String, String> fields = new HashMap<>();
        query.forEach(pair -> fields.put(pair.getKey(), pair.getValue()));
        if (!ALGORITHM.equals(fields.get("X-Amz-Algorithm"))) {
            throw new SignatureFailure(
                    400, "AuthorizationQueryParametersError", "X-Amz-Algorithm only supports \"" + ALGORITHM + "\"");
        }
        String timestamp = fields.getOrDefault("X-Amz-Date", "");
        Instant signedAt = parse(timestamp);
        long expires = expiry(fields.getOrDefault("X-Amz-Expires", ""));
        Instant now = clock.instant();
        if (now.isBefore(signedAt.minus(MAX_SKEW))) {
            throw new SignatureFailure(403, "AccessDenied", "Request is not valid yet");
        }
        if (now.isAfter(signedAt.plusSeconds(expires))) {
            throw new SignatureFailure(403, "AccessDenied", "Request has expired");
        }
        return new Claim(
                fields.getOrDefault("X-Amz-Credential", ""),
                fields.getOrDefault("X-Amz-SignedHeaders", ""),
                fields.getOrDefault("X-Amz-Signature", ""),
                timestamp,
                fields.getOrDefault("X-Amz-Content-Sha256", Signer.UNSIGNED_PAYLOAD),
                true);
    }

    private static long expiry(String seconds) {
        long value;
        try {
            value = Long.parseLong(seconds);
        } catch (NumberFormatException e) {
            value = -1;
        }
        if (value < 0 || value > MAX_EXPIRY_SECONDS) {
            throw new SignatureFailure(
                    400,
                    "AuthorizationQueryParametersError",
                    "X-Amz-Expires must be a number from 0 to " + MAX_EXPIRY_SECONDS);
        }
        return value;
    }

    private Signer verify(HttpCall call, List<Map.Entry<String, String>> query, Claim claim) {
        int slash = claim.credential().indexOf('/');
        String scope = slash < 0 ? "" : claim.credential().substring(slash + 1);
        String[] steps = scope.split("/");
        if (steps.length != 4
                || !steps[3].equals("aws4_request")
                || !claim.timestamp().startsWith(steps[0])) {
            throw SignatureFailure.malformed("The authorization header is malformed; the credential is not of the form"
                    + " <key id>/<date>/<region>/<service>/aws4_request");
        }
        if (!claim.credential().substring(0, slash).equals(accessKeyId)) {
            throw new SignatureFailure(
                    403, "InvalidAccessKeyId", "The AWS Access Key Id you provided does not exist in our records.");
        }
        List<String> signed = List.of(claim.signedHeaders().split(";"));
        if (!signed.contains("host")) {
            throw SignatureFailure.malformed("The host header must be signed");
        }
        SigningKey key = SigningKey.derive(secretAccessKey, scope, claim.timestamp());
        String canonical = canonicalRequest(call, query, signed, claim.payload(), steps[2]);
        // Header values came as bytes, one to a character: signing them so gives the bytes the client signed.
        String digest = Digests.sha256Hex(canonical.getBytes(StandardCharsets.ISO_8859_1));
        String expected = key.sign(ALGORITHM, digest);
        if (!MessageDigest.isEqual(
                expected.getBytes(StandardCharsets.US_ASCII), claim.signature().getBytes(StandardCharsets.US_ASCII))) {
            throw SignatureFailure.mismatch();
        }
        return new Signer(accessKeyId, key, expected, claim.payload());
    }

    private static String canonicalRequest(
            HttpCall call,
            List<Map.Entry<String, String>> query,
            List<String> signedHeaders,
            String payload,
            String service) {
        List<String> pairs = new ArrayList<>();
        for (Map.Entry<String, String> pair : query) {
            if (!pair.getKey().equals("X-Amz-Signature")) {
                pairs.add(UriEncoding.encode(pair.getKey(), false) + '=' + UriEncoding.encode(pair.getValue(), false));
            }
        }
        Collections.sort(pairs);
        String path = UriEncoding.encode(UriEncoding.decode(call.path(), false), true);
        StringBuilder text = new StringBuilder()
                .append(call.method())
                .append('\n')
                // Every service but S3 signs the path encoded once more.
                .append(service.equals("s3") ? path : UriEncoding.encode(path, true))
                .append('\n')
                .append(String.join("&", pairs))
                .append('\n');
        for (String header : signedHeaders) {
            List<String> values = new ArrayList<>();
            for (String value : call.headers().all(header)) {
                values.add(value.strip().replaceAll(" +", " "));
            }
            text.append(header).append(':').append(String.join(",", values)).append('\n');
        }
        return text.append('\n')
                .append(String.join(";", signedHeaders))
                .append('\n')
                .append(payload)
                .toString();
    }

    private static Instant parse(String timestamp) {
        try {
            return LocalDateTime.parse(timestamp, TIMESTAMP).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new SignatureFailure(
                    403, "AccessDenied", "AWS authentication requires a valid Date or x-amz-date header");
        }
    }
}
