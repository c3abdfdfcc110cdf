package dev.sluice.testkit.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer: status, header fields, body. The server adds {@code Content-Length}, {@code Date} and {@code Connection}.
 *
 * @since 0.1
 */
public final class HttpReply {
    private final int status;
    private final List<Map.Entry<String, String>> headers;
    private final HttpContent content;

    private HttpReply(Builder builder) {
        this.status = builder.status;
        this.headers = List.copyOf(builder.headers);
        this.content = builder.content;
    }

    /**
     * Begins an answer.
     *
     * @param status the HTTP status
     * @return a builder
     */
    public static Builder status(int status) {
        return new Builder(status);
    }

    /**
     * An answer without a body.
     *
     * @param status the HTTP status
     * @return the answer
     */
    public static HttpReply empty(int status) {
        return new Builder(status).build();
    }

    /**
     * The status.
     *
     * @return such as 200
     */
    public int status() {
        return status;
    }

    /**
     * The header fields.
     *
     * @return names and values
     */
    public List<Map.Entry<String, String>> headers() {
        return headers;
    }

    /**
     * The first value of a field.
     *
     * @param name its name, in any case
     * @return the value, or null when the field is not there
     */
    public @Nullable String header(String name) {
        for (Map.Entry<String, String> header : headers) {
            if (header.getKey().equalsIgnoreCase(name)) {
                return header.getValue();
            }
        }
        return null;
    }

    /**
     * The body.
     *
     * @return it
     */
    public HttpContent content() {
        return content;
    }

    /**
     * Begins a changed copy.
     *
     * @return a builder that holds everything this answer holds
     */
    public Builder mutate() {
        Builder builder = new Builder(status);
        builder.headers.addAll(headers);
        builder.content = content;
        return builder;
    }

    /**
     * Puts an answer together.
     *
     * @since 0.1
     */
    public static final class Builder {
        private int status;
        private final List<Map.Entry<String, String>> headers = new ArrayList<>();
        private HttpContent content = HttpContent.empty();

        private Builder(int status) {
            this.status = status;
        }

        /**
         * Changes the status.
         *
         * @param value the HTTP status
         * @return this
         */
        public Builder status(int value) {
            this.status = value;
            return this;
        }

        /**
         * Sets a field, replacing what it held.
         *
         * @param name its name
         * @param value its value; null to leave the field out
         * @return this
         */
        public Builder header(String name, @Nullable String value) {
            headers.removeIf(header -> header.getKey().equalsIgnoreCase(name));
            if (value != null) {
                headers.add(Map.entry(name, value));
            }
            return this;
        }

        /**
         * Sets the body.
         *
         * @param bytes the body
         * @param contentType its type
         * @return this
         */
        public Builder body(byte[] bytes, String contentType) {
            this.content = HttpContent.of(bytes);
            return header("Content-Type", contentType);
        }

        /**
         * Sets the body.
         *
         * @param body the body
         * @return this
         */
        public Builder body(HttpContent body) {
            this.content = body;
            return this;
        }

        /**
         * Makes the answer.
         *
         * @return it
         */
        public HttpReply build() {
            return new HttpReply(this);
        }
    }
}
