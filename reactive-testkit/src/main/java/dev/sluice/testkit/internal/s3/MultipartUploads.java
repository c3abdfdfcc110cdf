package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.http.HttpReply;
import dev.sluice.testkit.internal.checksum.ChecksumAlgorithm;
import dev.sluice.testkit.internal.store.Bucket;
import dev.sluice.testkit.internal.store.Entry;
import dev.sluice.testkit.internal.store.FileObjectStore;
import dev.sluice.testkit.internal.store.Part;
import dev.sluice.testkit.internal.store.StorageFailure;
import dev.sluice.testkit.internal.store.StoredChecksum;
import dev.sluice.testkit.internal.store.Upload;
import dev.sluice.testkit.internal.store.Uploads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The life of a multipart upload. */
final class MultipartUploads {
    private static final String COMPOSITE = "COMPOSITE";
    private static final String FULL_OBJECT = "FULL_OBJECT";

    private final FileObjectStore store;

    MultipartUploads(FileObjectStore store) {
        this.store = store;
    }

    HttpReply create(S3Call call) {
        Bucket bucket = store.bucket(call.bucket());
        ChecksumAlgorithm algorithm = algorithm(call);
        String type = type(call, algorithm);
        Upload upload = Upload.begin(
                UUID.randomUUID().toString().replace("-", ""),
                call.key(),
                ObjectHeaders.kept(call),
                ObjectHeaders.tags(call),
                ObjectHeaders.acl(call),
                algorithm,
                COMPOSITE.equals(type));
        bucket.uploads().add(upload);
        HttpReply.Builder reply = XmlReply.of("InitiateMultipartUploadResult")
                .text("Bucket", call.bucket())
                .text("Key", call.key())
                .text("UploadId", upload.id())
                .reply(200);
        ObjectHeaders.encryption(call).forEach(reply::header);
        if (algorithm != null) {
            reply.header("x-amz-checksum-algorithm", algorithm.name()).header("x-amz-checksum-type", type);
        }
        return reply.build();
    }

    private static @Nullable ChecksumAlgorithm algorithm(S3Call call) {
        String name = call.header("x-amz-checksum-algorithm");
        if (name == null) {
            return null;
        }
        ChecksumAlgorithm algorithm = ChecksumAlgorithm.named(name);
        if (algorithm == null) {
            throw StorageFailure.invalidRequest(
                    "Checksum algorithm provided is unsupported. Please try again with any of"
                            + " the valid types: [CRC32, CRC32C, CRC64NVME, SHA1, SHA256]");
        }
        return algorithm;
    }

    private static String type(S3Call call, @Nullable ChecksumAlgorithm algorithm) {
        boolean onlyFull = algorithm == null || algorithm == ChecksumAlgorithm.CRC64NVME;
        String type = call.header("x-amz-checksum-type");
        if (type == null) {
            return onlyFull ? FULL_OBJECT : COMPOSITE;
        }
        boolean fits = switch (type) {
            case COMPOSITE -> !onlyFull;
            case FULL_OBJECT -> algorithm == null || algorithm.isCrc();
            default -> false;
        };
        if (!fits) {
            throw StorageFailure.invalidRequest("The " + type + " checksum type cannot be used with the "
                    + (algorithm == null ? "default" : algorithm.name().toLowerCase(Locale.ROOT))
                    + " checksum algorithm.");
        }
        return type;
    }

    HttpReply part(S3Call call) throws IOException {
        Bucket bucket = store.bucket(call.bucket());
        int number = call.partNumber();
        Upload upload = bucket.uploads().get(call.key(), call.query("uploadId", ""));
        ChecksumAlgorithm named = RequestBody.namedAlgorithm(call);
        if (upload.checksumAsked() && named != null && named != upload.algorithm()) {
            throw StorageFailure.invalidRequest("Checksum Type mismatch occurred, expected checksum Type: "
                    + upload.algorithm().name().toLowerCase(Locale.ROOT) + ", actual checksum Type: "
                    + named.name().toLowerCase(Locale.ROOT));
        }
        Entry.Content content = RequestBody.file(call, store.newFile(), upload.algorithm());
        Part part = new Part(
                number, content.size(), content.etag(), content.file(), content.checksum(), ObjectWrites.now());
        bucket.uploads().put(upload, part);
        HttpReply.Builder reply = HttpReply.status(200).header("ETag", part.etag());
        if (part.checksum() != null && upload.checksumAsked()) {
            reply.header(part.checksum().algorithm().header(), part.checksum().value());
        }
        ObjectHeaders.encryption(call).forEach(reply::header);
        return reply.build();
    }

    HttpReply complete(S3Call call) throws IOException {
        Bucket bucket = store.bucket(call.bucket());
        String uploadId = call.query("uploadId", "");
        List<Uploads.PartName> names = new ArrayList<>();
        for (XmlTree part : XmlTree.parse(RequestBody.document(call)).children("Part")) {
            names.add(new Uploads.PartName(number(part), part.required("ETag"), Checksums.read(part)));
        }
        Entry entry = bucket.uploads()
                .complete(call.key(), uploadId, names, expected(call), size(call), ObjectWrites.condition(call));
        XmlReply reply = XmlReply.of("CompleteMultipartUploadResult")
                .text("Location", "http://" + call.header("Host") + "/" + call.bucket() + "/" + call.key())
                .text("Bucket", call.bucket())
                .text("Key", call.key())
                .text("ETag", entry.etag());
        Checksums.write(entry.content().checksum(), reply);
        HttpReply.Builder answer = reply.reply(200);
        ObjectHeaders.version(entry, answer);
        return answer.build();
    }

    private static int number(XmlTree part) {
        try {
            return Integer.parseInt(part.required("PartNumber").strip());
        } catch (NumberFormatException e) {
            throw XmlTree.malformed();
        }
    }

    /** The checksum of the whole that the client expects. Its headers are about the object here, not about the body. */
    private static @Nullable StoredChecksum expected(S3Call call) {
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            String value = call.header(algorithm.header());
            if (value != null) {
                return new StoredChecksum(algorithm, value, COMPOSITE.equals(call.header("x-amz-checksum-type")));
            }
        }
        return null;
    }

    private static long size(S3Call call) {
        String size = call.header("x-amz-mp-object-size");
        try {
            return size == null ? Uploads.ANY_SIZE : Long.parseLong(size);
        } catch (NumberFormatException e) {
            throw StorageFailure.invalidRequest("Value for x-amz-mp-object-size header is invalid.");
        }
    }

    HttpReply abort(S3Call call) {
        store.bucket(call.bucket()).uploads().abort(call.key(), call.query("uploadId", ""));
        return HttpReply.empty(204);
    }
}
