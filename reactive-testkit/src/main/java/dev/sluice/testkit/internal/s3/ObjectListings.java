package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.http.HttpReply;
import dev.sluice.testkit.internal.store.Bucket;
import dev.sluice.testkit.internal.store.Entry;
import dev.sluice.testkit.internal.store.FileObjectStore;
import dev.sluice.testkit.internal.store.StorageFailure;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ListObjects and ListObjectsV2. */
final class ObjectListings {
    static final int MAX_KEYS = 1000;

    private final FileObjectStore store;

    ObjectListings(FileObjectStore store) {
        this.store = store;
    }

    HttpReply second(S3Call call) {
        Bucket bucket = store.bucket(call.bucket());
        String token = call.query("continuation-token");
        String startAfter = call.query("start-after");
        Listing page = page(call, bucket, token == null ? startAfter : decode(token));
        XmlReply reply = head(call, page)
                .text("KeyCount", page.keys().size() + page.prefixes().size());
        if (startAfter != null) {
            reply.text("StartAfter", encoded(call, startAfter));
        }
        reply.text("ContinuationToken", token);
        if (page.isTruncated()) {
            reply.text("NextContinuationToken", encode(page.last()));
        }
        contents(call, bucket, page, "true".equals(call.query("fetch-owner")), reply);
        return reply.ok();
    }

    HttpReply first(S3Call call) {
        Bucket bucket = store.bucket(call.bucket());
        String marker = call.query("marker", "");
        Listing page = page(call, bucket, marker.isEmpty() ? null : marker);
        XmlReply reply = head(call, page).text("Marker", encoded(call, marker));
        if (page.isTruncated() && !call.query("delimiter", "").isEmpty()) {
            reply.text("NextMarker", encoded(call, page.last()));
        }
        contents(call, bucket, page, true, reply);
        return reply.ok();
    }

    private static Listing page(S3Call call, Bucket bucket, @Nullable String after) {
        return Listing.page(
                bucket.keys(),
                (List<Entry> versions) -> !versions.get(0).isDeleteMarker(),
                call.query("prefix", ""),
                call.query("delimiter", ""),
                after,
                maxKeys(call));
    }

    private static int maxKeys(S3Call call) {
        return call.number("max-keys", MAX_KEYS, 0, MAX_KEYS);
    }

    private static XmlReply head(S3Call call, Listing page) {
        XmlReply reply = XmlReply.of("ListBucketResult")
                .text("Name", call.bucket())
                .text("Prefix", encoded(call, call.query("prefix", "")))
                .text("MaxKeys", maxKeys(call));
        String delimiter = call.query("delimiter", "");
        if (!delimiter.isEmpty()) {
            reply.text("Delimiter", encoded(call, delimiter));
        }
        return reply.text("EncodingType", encodingType(call)).text("IsTruncated", page.isTruncated());
    }

    private static void contents(S3Call call, Bucket bucket, Listing page, boolean owner, XmlReply reply) {
        for (String key : page.keys()) {
            bucket.current(key).ifPresent(entry -> {
                reply.open("Contents")
                        .text("Key", encoded(call, key))
                        .text("LastModified", entry.lastModified())
                        .text("ETag", entry.etag());
                if (entry.content().checksum() != null) {
                    reply.text("ChecksumAlgorithm", entry.content().checksum().algorithm())
                            .text("ChecksumType", entry.content().checksum().type());
                }
                reply.text("Size", entry.size()).text("StorageClass", entry.storageClass());
                if (owner) {
                    Owner.write(reply);
                }
                reply.close();
            });
        }
        for (String prefix : page.prefixes()) {
            reply.open("CommonPrefixes").text("Prefix", encoded(call, prefix)).close();
        }
    }

    static @Nullable String encodingType(S3Call call) {
        String type = call.query("encoding-type");
        if (type != null && !type.equals("url")) {
            throw StorageFailure.invalidArgument("Invalid Encoding Method specified in Request");
        }
        return type;
    }

    /** A key as the listing shows it: encoded when the client asks for that. */
    static String encoded(S3Call call, String key) {
        return encodingType(call) == null
                ? key
                : URLEncoder.encode(key, StandardCharsets.UTF_8).replace("%2F", "/");
    }

    private static String encode(String last) {
        return Base64.getUrlEncoder().encodeToString(last.getBytes(StandardCharsets.UTF_8));
    }

    private static String decode(String token) {
        try {
            return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw StorageFailure.invalidArgument("The continuation token provided is incorrect");
        }
    }
}
