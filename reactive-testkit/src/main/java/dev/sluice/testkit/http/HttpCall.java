package dev.sluice.testkit.http;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;

/**
 * One request, as it came over the wire.
 *
 * @since 0.1
 */
public final class HttpCall {
    private final long connection;
    private final Instant receivedAt;
    private final String method;
    private final String path;
    private final String query;
    private final HttpFields headers;
    private final InputStream body;

    HttpCall(long connection, String method, String target, HttpFields headers, InputStream body) {
        this.connection = connection;
        this.receivedAt = Instant.now();
        this.method = method;
        int question = target.indexOf('?');
        this.path = question < 0 ? target : target.substring(0, question);
        this.query = question < 0 ? "" : target.substring(question + 1);
        this.headers = headers;
        this.body = body;
    }

    /**
     * The connection it came on.
     *
     * @return a number that no other connection of the server has
     */
    public long connection() {
        return connection;
    }

    /**
     * When its head had come.
     *
     * @return the moment
     */
    public Instant receivedAt() {
        return receivedAt;
    }

    /**
     * The method.
     *
     * @return such as {@code GET}
     */
    public String method() {
        return method;
    }

    /**
     * The path, still percent-encoded.
     *
     * @return it, beginning with a slash
     */
    public String path() {
        return path;
    }

    /**
     * The query, still percent-encoded.
     *
     * @return what stands behind the question mark; empty when nothing does
     */
    public String query() {
        return query;
    }

    /**
     * The header fields.
     *
     * @return them
     */
    public HttpFields headers() {
        return headers;
    }

    /**
     * The body. Reading it blocks until bytes are there, and holds back the client while nobody reads; it fails when the
     * client goes away. What the handler leaves unread is thrown away.
     *
     * @return the one stream of this call
     */
    public InputStream body() {
        return body;
    }

    /**
     * Reads the rest of the body into memory.
     *
     * @param limit the most bytes to take
     * @return the bytes
     * @throws IOException when the client goes away, or when the body is longer than the limit
     */
    public byte[] bytes(int limit) throws IOException {
        byte[] bytes = body.readNBytes(limit);
        if (bytes.length == limit && body.read() >= 0) {
            throw new IOException("The body is longer than " + limit + " bytes");
        }
        return bytes;
    }

    @Override
    public String toString() {
        return method + " " + path + (query.isEmpty() ? "" : "?" + query);
    }
}
