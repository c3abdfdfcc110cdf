package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.http.HttpReply;
import dev.sluice.testkit.internal.sigv4.UriEncoding;
import dev.sluice.testkit.internal.store.Acl;
import dev.sluice.testkit.internal.store.Entry;
import dev.sluice.testkit.internal.store.StorageFailure;
import dev.sluice.testkit.internal.store.StoredChecksum;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The headers that describe an object: those a write keeps, and those a read sends back. */
final class ObjectHeaders {
    private static final List<String> CONTENT =
            List.of("Content-Type", "Cache-Control", "Content-Disposition", "Content-Language", "Expires");
    private static final List<String> KEPT = List.of("x-amz-website-redirect-location", "x-amz-storage-class");
    private static final String ENCRYPTION = "x-amz-server-side-encryption";
    private static final List<String> SECRETS =
            List.of("x-amz-server-side-encryption-customer-key", "x-amz-server-side-encryption-context");
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private ObjectHeaders() {}

    static String httpDate(Instant instant) {
        return HTTP_DATE.format(instant);
    }

    /** What a write keeps of its request's headers. */
    static Map<String, String> kept(S3Call call) {
        Map<String, String> kept = new LinkedHashMap<>();
        for (String name : CONTENT) {
            String value = call.header(name);
            if (value != null) {
                kept.put(name, value);
            }
        }
        kept.putIfAbsent("Content-Type", "binary/octet-stream");
        String encoding = withoutFraming(call.header("Content-Encoding"));
        if (encoding != null) {
            kept.put("Content-Encoding", encoding);
        }
        for (String name : KEPT) {
            String value = call.header(name);
            if (value != null && !value.equals("STANDARD")) {
                kept.put(name, value);
            }
        }
        kept.putAll(encryption(call));
        kept.putAll(call.headers("x-amz-meta-"));
        return kept;
    }

    /** The encryption that was asked for, without the keys. */
    static Map<String, String> encryption(S3Call call) {
        Map<String, String> kept = call.headers(ENCRYPTION);
        SECRETS.forEach(kept::remove);
        return kept;
    }

    private static @Nullable String withoutFraming(@Nullable String encoding) {
        if (encoding == null) {
            return null;
        }
        List<String> left = new ArrayList<>();
        for (String one : encoding.split(",")) {
            if (!one.strip().equals("aws-chunked") && !one.isBlank()) {
                left.add(one.strip());
            }
        }
        return left.isEmpty() ? null : String.join(",", left);
    }

    /** The tags of the {@code x-amz-tagging} header. */
    static Map<String, String> tags(S3Call call) {
        String header = call.header("x-amz-tagging");
        Map<String, String> tags = new LinkedHashMap<>();
        if (header != null) {
            for (Map.Entry<String, String> tag : UriEncoding.query(header)) {
                if (tags.put(tag.getKey(), tag.getValue()) != null) {
                    throw StorageFailure.invalidArgument("Cannot provide multiple Tags with the same key");
                }
            }
        }
        return checked(tags);
    }

    static Map<String, String> checked(Map<String, String> tags) {
        if (tags.size() > 10) {
            throw new StorageFailure(400, "BadRequest", "Object tags cannot be greater than 10");
        }
        return tags;
    }

    /** The access control of the {@code x-amz-acl} and {@code x-amz-grant-*} headers. */
    static Acl acl(S3Call call) {
        String canned = call.header("x-amz-acl");
        if (canned != null) {
            return Acl.canned(canned);
        }
        List<Acl.Grant> grants = new ArrayList<>();
        call.headers("x-amz-grant-").forEach((name, value) -> {
            String permission = name.substring("x-amz-grant-".length())
                    .toUpperCase(Locale.ROOT)
                    .replace('-', '_');
            grants.addAll(Acl.grants(value, permission));
        });
        return new Acl(grants);
    }

    /** Adds what GET and HEAD say of an object, short of length and range. */
    static void describe(Entry entry, HttpReply.Builder reply) {
        entry.headers().forEach(reply::header);
        reply.header("ETag", entry.etag())
                .header("Last-Modified", httpDate(entry.lastModified()))
                .header("Accept-Ranges", "bytes");
        version(entry, reply);
        if (!entry.tags().isEmpty()) {
            reply.header("x-amz-tagging-count", String.valueOf(entry.tags().size()));
        }
    }

    /** Adds the version, where the bucket keeps them. */
    static void version(Entry entry, HttpReply.Builder reply) {
        if (!entry.versionId().equals(Entry.NULL_VERSION)) {
            reply.header("x-amz-version-id", entry.versionId());
        }
    }

    static void checksum(@Nullable StoredChecksum checksum, HttpReply.Builder reply) {
        if (checksum != null) {
            reply.header(checksum.algorithm().header(), checksum.value())
                    .header("x-amz-checksum-type", checksum.type());
        }
    }
}
