package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.http.HttpReply;
import dev.sluice.testkit.internal.store.Bucket;
import dev.sluice.testkit.internal.store.Entry;
import dev.sluice.testkit.internal.store.FileObjectStore;
import dev.sluice.testkit.internal.store.Utf8Order;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** ListObjectVersions: every version and delete marker, by key and then from the newest. */
final class VersionListings {
    private final FileObjectStore store;

    VersionListings(FileObjectStore store) {
        this.store = store;
    }

    HttpReply list(S3Call call) {
        Bucket bucket = store.bucket(call.bucket());
        String prefix = call.query("prefix", "");
        String keyMarker = call.query("key-marker", "");
        String versionMarker = call.query("version-id-marker", "");
        XmlReply reply = XmlReply.of("ListVersionsResult")
                .text("Name", call.bucket())
                .text("Prefix", ObjectListings.encoded(call, prefix))
                .text("KeyMarker", ObjectListings.encoded(call, keyMarker))
                .text("VersionIdMarker", versionMarker)
                .text("MaxKeys", limit(call))
                .text("EncodingType", ObjectListings.encodingType(call));
        String delimiter = call.query("delimiter", "");
        if (!delimiter.isEmpty()) {
            reply.text("Delimiter", ObjectListings.encoded(call, delimiter));
        }
        Page page = new Page(call, reply);
        for (List<Entry> versions : bucket.keys()
                .tailMap(Utf8Order.INSTANCE.compare(keyMarker, prefix) > 0 ? keyMarker : prefix, true)
                .values()) {
            String key = versions.get(0).key();
            if (!key.startsWith(prefix) || page.isFull) {
                break;
            }
            if (!key.equals(keyMarker)) {
                page.add(versions, 0);
            } else if (!versionMarker.isEmpty()) {
                page.add(versions, behind(versions, versionMarker));
            }
        }
        page.close();
        return reply.ok();
    }

    private static int behind(List<Entry> versions, String marker) {
        for (int i = 0; i < versions.size(); i++) {
            if (versions.get(i).versionId().equals(marker)) {
                return i + 1;
            }
        }
        return versions.size();
    }

    private static int limit(S3Call call) {
        return call.number("max-keys", ObjectListings.MAX_KEYS, 0, ObjectListings.MAX_KEYS);
    }

    /** What one answer holds, as it is written. */
    private static final class Page {
        private final S3Call call;
        private final XmlReply reply;
        private final String prefix;
        private final String delimiter;
        private final String keyMarker;
        private final Set<String> common = new LinkedHashSet<>();
        private int count;
        private boolean isFull;
        private @Nullable Entry last;

        Page(S3Call call, XmlReply reply) {
            this.call = call;
            this.reply = reply;
            this.prefix = call.query("prefix", "");
            this.delimiter = call.query("delimiter", "");
            this.keyMarker = call.query("key-marker", "");
        }

        void add(List<Entry> versions, int from) {
            String key = versions.get(0).key();
            int end = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
            if (end >= 0) {
                fold(key.substring(0, end + delimiter.length()), versions.get(versions.size() - 1));
                return;
            }
            for (int i = from; i < versions.size(); i++) {
                if (count == limit(call)) {
                    isFull = true;
                    return;
                }
                count++;
                last = versions.get(i);
                write(versions.get(i), i == 0);
            }
        }

        private void fold(String folded, Entry entry) {
            // A page that ended with this prefix goes on behind everything under it.
            if (common.contains(folded) || keyMarker.startsWith(folded)) {
                last = common.contains(folded) ? entry : last;
                return;
            }
            if (count == limit(call)) {
                isFull = true;
                return;
            }
            count++;
            common.add(folded);
            last = entry;
        }

        private void write(Entry entry, boolean latest) {
            reply.open(entry.isDeleteMarker() ? "DeleteMarker" : "Version")
                    .text("Key", ObjectListings.encoded(call, entry.key()))
                    .text("VersionId", entry.versionId())
                    .text("IsLatest", latest)
                    .text("LastModified", entry.lastModified());
            if (!entry.isDeleteMarker()) {
                reply.text("ETag", entry.etag()).text("Size", entry.size()).text("StorageClass", entry.storageClass());
            }
            Owner.write(reply).close();
        }

        void close() {
            for (String folded : common) {
                reply.open("CommonPrefixes")
                        .text("Prefix", ObjectListings.encoded(call, folded))
                        .close();
            }
            boolean truncated = isFull && count > 0;
            reply.text("IsTruncated", truncated);
            if (truncated && last != null) {
                reply.text("NextKeyMarker", ObjectListings.encoded(call, last.key()))
                        .text("NextVersionIdMarker", last.versionId());
            }
        }
    }
}
