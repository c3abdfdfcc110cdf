package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.http.HttpReply;
import dev.sluice.testkit.internal.checksum.ChecksumAlgorithm;
import dev.sluice.testkit.internal.store.Bucket;
import dev.sluice.testkit.internal.store.Entry;
import dev.sluice.testkit.internal.store.FileObjectStore;
import dev.sluice.testkit.internal.store.WriteCondition;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** PutObject. */
final class ObjectWrites {
    private final FileObjectStore store;

    ObjectWrites(FileObjectStore store) {
        this.store = store;
    }

    HttpReply put(S3Call call) throws IOException {
        Bucket bucket = store.bucket(call.bucket());
        Entry.Content content = RequestBody.file(call, store.newFile(), algorithm(call));
        Entry entry = new Entry(
                call.key(),
                Entry.NULL_VERSION,
                false,
                content,
                now(),
                ObjectHeaders.kept(call),
                ObjectHeaders.tags(call),
                ObjectHeaders.acl(call),
                List.of());
        return stored(call, keep(bucket, entry, condition(call)));
    }

    /** Stores an entry, and removes its file when the store refuses it. */
    static Entry keep(Bucket bucket, Entry entry, WriteCondition condition) throws IOException {
        boolean held = false;
        try {
            Entry stored = bucket.put(entry, condition);
            held = true;
            return stored;
        } finally {
            if (!held) {
                Files.deleteIfExists(entry.content().file());
            }
        }
    }

    private static HttpReply stored(S3Call call, Entry entry) {
        HttpReply.Builder reply = HttpReply.status(200).header("ETag", entry.etag());
        ObjectHeaders.encryption(call).forEach(reply::header);
        ObjectHeaders.version(entry, reply);
        ObjectHeaders.checksum(entry.content().checksum(), reply);
        return reply.build();
    }

    static WriteCondition condition(S3Call call) {
        return new WriteCondition(call.header("If-Match"), call.header("If-None-Match"));
    }

    /** The checksum that an object keeps: the one it comes with, or the one that S3 computes of itself. */
    static ChecksumAlgorithm algorithm(S3Call call) {
        ChecksumAlgorithm named = RequestBody.namedAlgorithm(call);
        return named == null ? ChecksumAlgorithm.CRC64NVME : named;
    }

    static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }
}
