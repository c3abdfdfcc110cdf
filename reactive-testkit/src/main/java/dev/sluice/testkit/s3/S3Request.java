package dev.sluice.testkit.s3;

import dev.sluice.testkit.http.HttpFields;
import dev.sluice.testkit.http.RecordedCall;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request that reached the server, as it stood when it was asked for.
 *
 * @param operation such as {@code GetObject}
 * @param method the HTTP method
 * @param bucket the bucket it is about; empty when about none
 * @param key the key it is about, decoded; empty when about none
 * @param query the query, still percent-encoded
 * @param headers the header fields
 * @param at when it came
 * @param connection the number of the connection it came on
 * @param status how it was answered; 0 while there is no answer, and for good when the connection ended before one
 * @param bytesSent how many bytes of the answer's body were handed to the socket
 * @since 0.1
 */
public record S3Request(
        String operation,
        String method,
        String bucket,
        String key,
        String query,
        HttpFields headers,
        Instant at,
        long connection,
        int status,
        long bytesSent) {
    static S3Request of(RecordedCall recorded) {
        return new S3Request(
                recorded.operation().name(),
                recorded.call().method(),
                recorded.operation().bucket(),
                recorded.operation().key(),
                recorded.call().query(),
                recorded.call().headers(),
                recorded.call().receivedAt(),
                recorded.call().connection(),
                recorded.status(),
                recorded.bytesSent());
    }

    /**
     * A header field.
     *
     * @param name its name, in any case
     * @return its first value, or null when it is not there
     */
    public @Nullable String header(String name) {
        return headers.first(name);
    }

    /**
     * The range that was asked for.
     *
     * @return such as {@code bytes=0-99}, or null when none was
     */
    public @Nullable String range() {
        return headers.first("Range");
    }

    /** Without the header fields, which hold the signature. */
    @Override
    public String toString() {
        String range = range();
        return operation + " " + bucket + "/" + key + (query.isEmpty() ? "" : "?" + query)
                + (range == null ? "" : " " + range) + " -> " + status;
    }
}
