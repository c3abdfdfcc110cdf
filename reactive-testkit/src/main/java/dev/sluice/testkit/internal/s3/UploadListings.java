package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.http.HttpReply;
import dev.sluice.testkit.internal.store.FileObjectStore;
import dev.sluice.testkit.internal.store.Part;
import dev.sluice.testkit.internal.store.Upload;
import dev.sluice.testkit.internal.store.Utf8Order;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** ListMultipartUploads and ListParts. */
final class UploadListings {
    private static final int MAX = 1000;

    private final FileObjectStore store;

    UploadListings(FileObjectStore store) {
        this.store = store;
    }

    HttpReply uploads(S3Call call) {
        String prefix = call.query("prefix", "");
        String delimiter = call.query("delimiter", "");
        int limit = call.number("max-uploads", MAX, 1, MAX);
        XmlReply items = XmlReply.of("ListMultipartUploadsResult")
                .text("Bucket", call.bucket())
                .text("Prefix", ObjectListings.encoded(call, prefix))
                .text("KeyMarker", ObjectListings.encoded(call, call.query("key-marker", "")))
                .text("UploadIdMarker", call.query("upload-id-marker", ""))
                .text("MaxUploads", limit)
                .text("EncodingType", ObjectListings.encodingType(call));
        if (!delimiter.isEmpty()) {
            items.text("Delimiter", ObjectListings.encoded(call, delimiter));
        }
        Set<String> common = new LinkedHashSet<>();
        int count = 0;
        boolean truncated = false;
        Upload last = null;
        for (Upload upload :
                behindMarker(call, store.bucket(call.bucket()).uploads().list())) {
            if (!upload.key().startsWith(prefix)) {
                continue;
            }
            int end = delimiter.isEmpty() ? -1 : upload.key().indexOf(delimiter, prefix.length());
            String folded = end < 0 ? null : upload.key().substring(0, end + delimiter.length());
            if (folded == null || !common.contains(folded)) {
                if (count == limit) {
                    truncated = true;
                    break;
                }
                count++;
            }
            if (folded == null) {
                write(call, upload, items);
            } else {
                common.add(folded);
            }
            last = upload;
        }
        for (String folded : common) {
            items.open("CommonPrefixes")
                    .text("Prefix", ObjectListings.encoded(call, folded))
                    .close();
        }
        items.text("IsTruncated", truncated);
        if (truncated && last != null) {
            items.text("NextKeyMarker", ObjectListings.encoded(call, last.key()))
                    .text("NextUploadIdMarker", last.id());
        }
        return items.ok();
    }

    /** Behind the marked key, or, when an upload of that key is marked too, behind that upload. */
    private static List<Upload> behindMarker(S3Call call, List<Upload> uploads) {
        String key = call.query("key-marker", "");
        String id = call.query("upload-id-marker", "");
        if (key.isEmpty()) {
            return uploads;
        }
        for (int i = 0; i < uploads.size(); i++) {
            Upload upload = uploads.get(i);
            if (!id.isEmpty() && upload.key().equals(key) && upload.id().equals(id)) {
                return uploads.subList(i + 1, uploads.size());
            }
        }
        return uploads.stream()
                .filter(upload -> Utf8Order.INSTANCE.compare(upload.key(), key) > 0)
                .toList();
    }

    private static void write(S3Call call, Upload upload, XmlReply reply) {
        reply.open("Upload")
                .text("Key", ObjectListings.encoded(call, upload.key()))
                .text("UploadId", upload.id())
                .open("Initiator")
                .text("ID", Owner.ID)
                .close();
        Owner.write(reply).text("StorageClass", upload.storageClass()).text("Initiated", upload.initiated());
        writeAlgorithm(upload, reply);
        reply.close();
    }

    private static void writeAlgorithm(Upload upload, XmlReply reply) {
        if (upload.checksumAsked()) {
            reply.text("ChecksumAlgorithm", upload.algorithm())
                    .text("ChecksumType", upload.composite() ? "COMPOSITE" : "FULL_OBJECT");
        }
    }

    HttpReply parts(S3Call call) {
        Upload upload = store.bucket(call.bucket()).uploads().get(call.key(), call.query("uploadId", ""));
        int marker = call.number("part-number-marker", 0, 0, Integer.MAX_VALUE);
        int limit = call.number("max-parts", MAX, 0, MAX);
        List<Part> left = List.copyOf(upload.parts().tailMap(marker, false).values());
        List<Part> page = left.subList(0, Math.min(limit, left.size()));
        boolean truncated = page.size() < left.size();
        @Nullable Part last = page.isEmpty() ? null : page.get(page.size() - 1);
        XmlReply reply = XmlReply.of("ListPartsResult")
                .text("Bucket", call.bucket())
                .text("Key", call.key())
                .text("UploadId", upload.id())
                .text("PartNumberMarker", marker)
                .text("NextPartNumberMarker", last == null ? null : last.number())
                .text("MaxParts", limit)
                .text("IsTruncated", truncated)
                .text("StorageClass", upload.storageClass());
        writeAlgorithm(upload, reply);
        Owner.write(reply).open("Initiator").text("ID", Owner.ID).close();
        for (Part part : page) {
            reply.open("Part")
                    .text("PartNumber", part.number())
                    .text("LastModified", part.lastModified())
                    .text("ETag", part.etag())
                    .text("Size", part.size());
            if (upload.checksumAsked()) {
                Checksums.writeValue(part.checksum(), reply);
            }
            reply.close();
        }
        return reply.ok();
    }
}
