package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.http.HttpReply;
import dev.sluice.testkit.internal.store.Bucket;
import dev.sluice.testkit.internal.store.Entry;
import dev.sluice.testkit.internal.store.FileObjectStore;
import dev.sluice.testkit.internal.store.StorageFailure;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The tags of objects and buckets. */
final class Tagging {
    private final FileObjectStore store;
    private final ObjectReads reads;

    Tagging(FileObjectStore store, ObjectReads reads) {
        this.store = store;
        this.reads = reads;
    }

    HttpReply get(S3Call call) {
        Entry entry = reads.find(call);
        return answer(entry, document(entry.tags()).reply(200));
    }

    HttpReply put(S3Call call) throws IOException {
        Entry entry = reads.find(call);
        Map<String, String> tags = ObjectHeaders.checked(tags(call));
        return answer(store.bucket(call.bucket()).changeTags(entry, tags), HttpReply.status(200));
    }

    HttpReply delete(S3Call call) {
        Entry entry = reads.find(call);
        return answer(store.bucket(call.bucket()).changeTags(entry, Map.of()), HttpReply.status(204));
    }

    HttpReply getOfBucket(S3Call call) {
        Map<String, String> tags = store.bucket(call.bucket()).tags();
        if (tags.isEmpty()) {
            throw new StorageFailure(404, "NoSuchTagSet", "The TagSet does not exist");
        }
        return document(tags).ok();
    }

    HttpReply putOfBucket(S3Call call) throws IOException {
        Bucket bucket = store.bucket(call.bucket());
        bucket.tags(tags(call));
        return HttpReply.empty(204);
    }

    HttpReply deleteOfBucket(S3Call call) {
        store.bucket(call.bucket()).tags(Map.of());
        return HttpReply.empty(204);
    }

    private static Map<String, String> tags(S3Call call) throws IOException {
        XmlTree set = XmlTree.parse(RequestBody.document(call)).child("TagSet");
        if (set == null) {
            throw XmlTree.malformed();
        }
        Map<String, String> tags = new LinkedHashMap<>();
        for (XmlTree tag : set.children("Tag")) {
            if (tags.put(tag.required("Key"), tag.required("Value")) != null) {
                throw new StorageFailure(400, "InvalidTag", "Cannot provide multiple Tags with the same key");
            }
        }
        return tags;
    }

    private static XmlReply document(Map<String, String> tags) {
        XmlReply reply = XmlReply.of("Tagging").open("TagSet");
        tags.forEach((key, value) ->
                reply.open("Tag").text("Key", key).text("Value", value).close());
        return reply.close();
    }

    private static HttpReply answer(Entry entry, HttpReply.Builder reply) {
        ObjectHeaders.version(entry, reply);
        return reply.build();
    }
}
