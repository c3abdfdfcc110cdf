package dev.sluice.testkit.internal.result;

/**
 * A place in the object store.
 *
 * @param bucket its bucket
 * @param key the key, or a prefix that is empty or ends with a slash
 */
public record S3Location(String bucket, String key) {
    private static final String SCHEME = "s3://";

    /**
     * Reads a directory-like location, with or without the last slash.
     *
     * @param uri {@code s3://bucket/prefix}
     * @return the location
     * @throws IllegalArgumentException if it is none
     */
    public static S3Location directory(String uri) {
        S3Location location = object(uri);
        return location.key().isEmpty() || location.key().endsWith("/")
                ? location
                : new S3Location(location.bucket(), location.key() + "/");
    }

    /**
     * Reads the location of an object.
     *
     * @param uri {@code s3://bucket/key}
     * @return the location
     * @throws IllegalArgumentException if it is none
     */
    public static S3Location object(String uri) {
        int slash = uri.indexOf('/', SCHEME.length());
        String bucket = uri.startsWith(SCHEME) ? uri.substring(SCHEME.length(), slash < 0 ? uri.length() : slash) : "";
        if (bucket.isEmpty()) {
            throw new IllegalArgumentException("outputLocation is not a valid S3 path.");
        }
        return new S3Location(bucket, slash < 0 ? "" : uri.substring(slash + 1));
    }

    /**
     * A place below this one.
     *
     * @param name what to add to the key
     * @return the place
     */
    public S3Location plus(String name) {
        return new S3Location(bucket, key + name);
    }

    /** {@code s3://bucket/key}. */
    @Override
    public String toString() {
        return SCHEME + bucket + "/" + key;
    }
}
