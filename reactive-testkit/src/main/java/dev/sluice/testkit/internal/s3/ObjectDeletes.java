package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.http.HttpReply;
import dev.sluice.testkit.internal.store.Bucket;
import dev.sluice.testkit.internal.store.Entry;
import dev.sluice.testkit.internal.store.FileObjectStore;
import dev.sluice.testkit.internal.store.StorageFailure;
import dev.sluice.testkit.internal.store.WriteCondition;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** DeleteObject and DeleteObjects. */
final class ObjectDeletes {
    private static final int MAX_KEYS = 1000;

    private final FileObjectStore store;

    ObjectDeletes(FileObjectStore store) {
        this.store = store;
    }

    HttpReply one(S3Call call) {
        Bucket bucket = store.bucket(call.bucket());
        Optional<Entry> affected = delete(bucket, call.key(), call.versionId(), call.header("If-Match"));
        HttpReply.Builder reply = HttpReply.status(204);
        affected.ifPresent(entry -> {
            ObjectHeaders.version(entry, reply);
            if (entry.isDeleteMarker()) {
                reply.header("x-amz-delete-marker", "true");
            }
        });
        return reply.build();
    }

    HttpReply batch(S3Call call) throws IOException {
        Bucket bucket = store.bucket(call.bucket());
        XmlTree request = XmlTree.parse(RequestBody.document(call));
        List<XmlTree> objects = request.children("Object");
        if (objects.isEmpty() || objects.size() > MAX_KEYS) {
            throw XmlTree.malformed();
        }
        boolean quiet = "true".equals(request.text("Quiet"));
        XmlReply reply = XmlReply.of("DeleteResult");
        for (XmlTree object : objects) {
            delete(bucket, object, quiet, reply);
        }
        return reply.ok();
    }

    private static void delete(Bucket bucket, XmlTree object, boolean quiet, XmlReply reply) {
        String key = object.required("Key");
        String versionId = object.text("VersionId");
        try {
            Optional<Entry> affected = delete(bucket, key, versionId, object.text("ETag"));
            if (quiet) {
                return;
            }
            reply.open("Deleted").text("Key", key).text("VersionId", versionId);
            affected.filter(Entry::isDeleteMarker)
                    .ifPresent(marker ->
                            reply.text("DeleteMarker", true).text("DeleteMarkerVersionId", marker.versionId()));
            reply.close();
        } catch (StorageFailure e) {
            reply.open("Error")
                    .text("Key", key)
                    .text("VersionId", versionId)
                    .text("Code", e.code())
                    .text("Message", e.message())
                    .close();
        }
    }

    private static Optional<Entry> delete(
            Bucket bucket, String key, @Nullable String versionId, @Nullable String ifMatch) {
        if (versionId == null) {
            return bucket.delete(key, new WriteCondition(ifMatch, null));
        }
        return bucket.deleteVersion(key, versionId);
    }
}
