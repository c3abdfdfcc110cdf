package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.http.HttpContent;
import dev.sluice.testkit.http.HttpReply;
import dev.sluice.testkit.internal.store.Bucket;
import dev.sluice.testkit.internal.store.Entry;
import dev.sluice.testkit.internal.store.FileObjectStore;
import dev.sluice.testkit.internal.store.Part;
import dev.sluice.testkit.internal.store.StorageFailure;
import dev.sluice.testkit.internal.store.StoredChecksum;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** GetObject and HeadObject. */
final class ObjectReads {
    private static final Map<String, String> OVERRIDES = Map.of(
            "response-content-type", "Content-Type",
            "response-content-language", "Content-Language",
            "response-expires", "Expires",
            "response-cache-control", "Cache-Control",
            "response-content-disposition", "Content-Disposition",
            "response-content-encoding", "Content-Encoding");

    private final FileObjectStore store;

    ObjectReads(FileObjectStore store) {
        this.store = store;
    }

    HttpReply get(S3Call call) throws IOException {
        while (true) {
            Entry entry = find(call);
            try {
                return read(call, entry);
            } catch (NoSuchFileException e) {
                // Replaced or deleted since it was found: then it is another entry now.
                if (entry.equals(store.bucket(call.bucket())
                        .version(call.key(), call.versionId())
                        .orElse(null))) {
                    throw e;
                }
            }
        }
    }

    /** The version that a request is about, or the failure that S3 gives. */
    Entry find(S3Call call) {
        Bucket bucket = store.bucket(call.bucket());
        String versionId = call.versionId();
        Entry entry = bucket.version(call.key(), versionId)
                .orElseThrow(() -> versionId == null
                        ? StorageFailure.noSuchKey(call.key())
                        : new StorageFailure(
                                404,
                                "NoSuchVersion",
                                "The specified version does not exist.",
                                Map.of("Key", call.key(), "VersionId", versionId)));
        if (entry.isDeleteMarker()) {
            if (versionId != null) {
                throw new StorageFailure(
                        405,
                        "MethodNotAllowed",
                        "The specified method is not allowed against this resource.",
                        Map.of("ResourceType", "DeleteMarker", S3Handler.DELETE_MARKER, entry.versionId()));
            }
            throw new StorageFailure(
                    404,
                    "NoSuchKey",
                    "The specified key does not exist.",
                    Map.of("Key", call.key(), S3Handler.DELETE_MARKER, entry.versionId()));
        }
        return entry;
    }

    private static HttpReply read(S3Call call, Entry entry) throws IOException {
        switch (ReadCondition.of(call).check(entry)) {
            case FAILED ->
                throw StorageFailure.preconditionFailed(
                        call.header("If-Match") != null ? "If-Match" : "If-Unmodified-Since");
            case NOT_MODIFIED -> {
                HttpReply.Builder unchanged = HttpReply.status(304)
                        .header("ETag", entry.etag())
                        .header("Last-Modified", ObjectHeaders.httpDate(entry.lastModified()));
                ObjectHeaders.version(entry, unchanged);
                return unchanged.build();
            }
            case HOLDS -> {
                return send(call, entry);
            }
        }
        throw new IllegalStateException("No such outcome");
    }

    private static HttpReply send(S3Call call, Entry entry) throws IOException {
        boolean wantsPart = call.query("partNumber") != null;
        Span span = wantsPart ? partSpan(call.partNumber(), entry) : Span.parse(call.header("Range"), entry.size());
        HttpReply.Builder reply = HttpReply.status(span == null ? 200 : 206);
        ObjectHeaders.describe(entry, reply);
        OVERRIDES.forEach((parameter, header) -> {
            String value = call.query(parameter);
            if (value != null) {
                reply.header(header, value);
            }
        });
        if (span != null) {
            reply.header("Content-Range", span.contentRange(entry.size()));
        }
        if (wantsPart && !entry.parts().isEmpty()) {
            reply.header("x-amz-mp-parts-count", String.valueOf(entry.parts().size()));
        }
        if ("ENABLED".equalsIgnoreCase(call.http().headers().first("x-amz-checksum-mode", ""))) {
            StoredChecksum checksum = checksumOf(span, entry);
            ObjectHeaders.checksum(checksum, reply);
        }
        Span sent = span == null ? new Span(0, entry.size()) : span;
        if (call.http().method().equals("HEAD")) {
            return reply.header("Content-Length", String.valueOf(sent.length())).build();
        }
        return reply.body(HttpContent.of(entry.content().file(), sent.first(), sent.length()))
                .build();
    }

    private static @Nullable Span partSpan(int number, Entry entry) {
        List<Part> parts = entry.parts();
        if (number > Math.max(1, parts.size())) {
            throw new StorageFailure(416, "InvalidPartNumber", "The requested partnumber is not satisfiable");
        }
        if (parts.isEmpty() || entry.size() == 0) {
            return null;
        }
        long first = 0;
        for (Part part : parts.subList(0, number - 1)) {
            first += part.size();
        }
        return new Span(first, parts.get(number - 1).size());
    }

    /** The checksum of what is sent: the object's, or that of the part which the span is; other spans have none. */
    private static @Nullable StoredChecksum checksumOf(@Nullable Span span, Entry entry) {
        if (span == null || span.length() == entry.size()) {
            return entry.content().checksum();
        }
        long first = 0;
        for (Part part : entry.parts()) {
            if (span.first() == first && span.length() == part.size()) {
                return part.checksum();
            }
            first += part.size();
        }
        return null;
    }
}
