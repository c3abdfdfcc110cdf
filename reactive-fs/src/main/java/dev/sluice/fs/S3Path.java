package dev.sluice.fs;

import java.util.Objects;

/**
 * The place of an object, or of a group of objects that share a prefix: {@code s3://bucket/key}. The key is kept as it is,
 * byte for byte: neither dots nor doubled slashes are folded, for S3 gives them no meaning.
 *
 * @param bucket the bucket's name, never empty
 * @param key the key; empty names the bucket itself
 * @since 0.1
 */
public record S3Path(String bucket, String key) {
    private static final String SCHEME = "s3://";

    /**
     * Checks that the bucket is named.
     *
     * @param bucket as the record says
     * @param key as the record says
     */
    public S3Path {
        Objects.requireNonNull(key, "key must not be null");
        if (bucket.isEmpty() || bucket.indexOf('/') >= 0) {
            throw new IllegalArgumentException("not a bucket name: '" + bucket + "'");
        }
    }

    /**
     * Reads {@code s3://bucket} or {@code s3://bucket/key}.
     *
     * @param uri the text; everything behind the first slash after the bucket is the key, without any decoding
     * @return the path
     * @throws IllegalArgumentException if the text does not start with {@code s3://} and a bucket
     */
    public static S3Path parse(String uri) {
        if (!uri.startsWith(SCHEME)) {
            throw new IllegalArgumentException("not an S3 path (s3://bucket/key): '" + uri + "'");
        }
        int slash = uri.indexOf('/', SCHEME.length());
        return slash < 0
                ? new S3Path(uri.substring(SCHEME.length()), "")
                : new S3Path(uri.substring(SCHEME.length(), slash), uri.substring(slash + 1));
    }

    /**
     * Joins by plain concatenation, with one slash between unless this key is empty or ends with one.
     *
     * @param relative what follows
     * @return the longer path
     */
    public S3Path resolve(String relative) {
        String joined = key.isEmpty() || key.endsWith("/") ? key + relative : key + "/" + relative;
        return new S3Path(bucket, joined);
    }

    @Override
    public String toString() {
        return SCHEME + bucket + "/" + key;
    }
}
