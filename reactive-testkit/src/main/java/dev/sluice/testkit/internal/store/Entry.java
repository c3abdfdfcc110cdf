package dev.sluice.testkit.internal.store;

import dev.sluice.testkit.s3.StoredObject;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One version of a key: an object, or a marker that it was deleted.
 *
 * @param key the key
 * @param versionId its version; {@link #NULL_VERSION} in a bucket that keeps none
 * @param isDeleteMarker whether it only says that the key was deleted
 * @param content the bytes
 * @param lastModified when it was stored
 * @param headers what GET and HEAD send back: the content headers, the metadata, storage class, encryption
 * @param tags its tags
 * @param acl its access control
 * @param parts what it was put together from; empty when it came in one piece
 */
public record Entry(
        String key,
        String versionId,
        boolean isDeleteMarker,
        Content content,
        Instant lastModified,
        Map<String, String> headers,
        Map<String, String> tags,
        Acl acl,
        List<Part> parts) {
    /** The version of what was stored without versions. */
    public static final String NULL_VERSION = "null";

    /**
     * Bytes at rest.
     *
     * @param file where they are
     * @param size how many
     * @param etag their entity tag, with the quotes
     * @param checksum their checksum, if they have one
     */
    public record Content(
            Path file, long size, String etag, @Nullable StoredChecksum checksum) {
        static final Content NONE = new Content(Path.of(""), 0, "", null);
    }

    static Entry deleteMarker(String key, String versionId, Instant at) {
        return new Entry(key, versionId, true, Content.NONE, at, Map.of(), Map.of(), Acl.PRIVATE, List.of());
    }

    Entry withVersion(String version) {
        return new Entry(key, version, isDeleteMarker, content, lastModified, headers, tags, acl, parts);
    }

    Entry withTags(Map<String, String> changed) {
        return new Entry(key, versionId, isDeleteMarker, content, lastModified, headers, changed, acl, parts);
    }

    Entry withAcl(Acl changed) {
        return new Entry(key, versionId, isDeleteMarker, content, lastModified, headers, tags, changed, parts);
    }

    public long size() {
        return content.size();
    }

    public String etag() {
        return content.etag();
    }

    public String storageClass() {
        return headers.getOrDefault("x-amz-storage-class", "STANDARD");
    }

    StoredObject toStoredObject(String bucket) {
        return new StoredObject(bucket, key, size(), etag(), lastModified, content.file());
    }
}
