package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.http.HttpReply;
import dev.sluice.testkit.internal.checksum.ChecksumAlgorithm;
import dev.sluice.testkit.internal.checksum.Digests;
import dev.sluice.testkit.internal.sigv4.UriEncoding;
import dev.sluice.testkit.internal.store.Bucket;
import dev.sluice.testkit.internal.store.ETags;
import dev.sluice.testkit.internal.store.Entry;
import dev.sluice.testkit.internal.store.FileObjectStore;
import dev.sluice.testkit.internal.store.Part;
import dev.sluice.testkit.internal.store.StorageFailure;
import dev.sluice.testkit.internal.store.StoredChecksum;
import dev.sluice.testkit.internal.store.Upload;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** CopyObject and UploadPartCopy. */
final class Copies {
    private static final int BUFFER_BYTES = 128 * 1024;
    private static final List<String> NOT_COPIED = List.of("x-amz-storage-class", "x-amz-website-redirect-location");

    private final FileObjectStore store;
    private final ObjectReads reads;

    Copies(FileObjectStore store, ObjectReads reads) {
        this.store = store;
        this.reads = reads;
    }

    HttpReply object(S3Call call) throws IOException {
        Bucket bucket = store.bucket(call.bucket());
        S3Call from = source(call);
        Entry source = checkedSource(call, from);
        boolean replaces = "REPLACE".equals(call.header("x-amz-metadata-directive"));
        boolean changes = replaces
                || call.header("x-amz-storage-class") != null
                || call.header("x-amz-server-side-encryption") != null
                || from.versionId() != null;
        if (from.bucket().equals(call.bucket()) && from.key().equals(call.key()) && !changes) {
            throw StorageFailure.invalidRequest("This copy request is illegal because it is trying to copy an object to"
                    + " itself without changing the object's metadata, storage class, website redirect location or"
                    + " encryption attributes.");
        }
        Entry copy = new Entry(
                call.key(),
                Entry.NULL_VERSION,
                false,
                content(source, requested(call)),
                ObjectWrites.now(),
                replaces ? ObjectHeaders.kept(call) : copiedHeaders(call, source),
                "REPLACE".equals(call.header("x-amz-tagging-directive")) ? ObjectHeaders.tags(call) : source.tags(),
                ObjectHeaders.acl(call),
                List.of());
        Entry stored = ObjectWrites.keep(bucket, copy, ObjectWrites.condition(call));
        HttpReply.Builder reply = result("CopyObjectResult", stored.content(), stored.lastModified());
        ObjectHeaders.encryption(call).forEach(reply::header);
        ObjectHeaders.version(stored, reply);
        return sourceVersion(source, reply).build();
    }

    HttpReply part(S3Call call) throws IOException {
        Bucket bucket = store.bucket(call.bucket());
        int number = call.partNumber();
        Upload upload = bucket.uploads().get(call.key(), call.query("uploadId", ""));
        Entry source = checkedSource(call, source(call));
        String range = call.header("x-amz-copy-source-range");
        Span span = range == null ? new Span(0, source.size()) : Span.strict(range, source.size());
        Entry.Content content = readThrough(source, span, upload.algorithm());
        Part part = new Part(
                number, content.size(), content.etag(), content.file(), content.checksum(), ObjectWrites.now());
        bucket.uploads().put(upload, part);
        return sourceVersion(source, result("CopyPartResult", content, part.lastModified()))
                .build();
    }

    private Entry checkedSource(S3Call call, S3Call from) {
        Entry source = reads.find(from);
        if (ReadCondition.ofCopySource(call).check(source) != ReadCondition.Outcome.HOLDS) {
            throw StorageFailure.preconditionFailed("x-amz-copy-source-If-*");
        }
        return source;
    }

    /** A request for the source, as its header names it: {@code bucket/key?versionId=…}. */
    private static S3Call source(S3Call call) {
        String header = call.http().headers().first("x-amz-copy-source", "");
        int question = header.indexOf("?versionId=");
        String path = UriEncoding.decode(question < 0 ? header : header.substring(0, question), false);
        String plain = path.startsWith("/") ? path.substring(1) : path;
        int slash = plain.indexOf('/');
        if (slash <= 0 || slash == plain.length() - 1) {
            throw StorageFailure.invalidArgument(
                    "Copy Source must mention the source bucket and key: sourcebucket/sourcekey");
        }
        Map<String, String> query =
                question < 0 ? Map.of() : Map.of("versionId", header.substring(question + "?versionId=".length()));
        return new S3Call(
                call.http(), new Target(plain.substring(0, slash), plain.substring(slash + 1), query), call.signer());
    }

    private static Map<String, String> copiedHeaders(S3Call call, Entry source) {
        Map<String, String> headers = new LinkedHashMap<>(source.headers());
        NOT_COPIED.forEach(headers::remove);
        headers.keySet().removeIf(name -> name.startsWith("x-amz-server-side-encryption"));
        String storageClass = call.header("x-amz-storage-class");
        if (storageClass != null && !storageClass.equals("STANDARD")) {
            headers.put("x-amz-storage-class", storageClass);
        }
        headers.putAll(ObjectHeaders.encryption(call));
        return headers;
    }

    private static @Nullable ChecksumAlgorithm requested(S3Call call) {
        String name = call.header("x-amz-checksum-algorithm");
        return name == null ? null : ChecksumAlgorithm.named(name);
    }

    /** The source's bytes under another name of the same file, unless they have to be summed anew. */
    private Entry.Content content(Entry source, @Nullable ChecksumAlgorithm requested) throws IOException {
        StoredChecksum checksum = source.content().checksum();
        boolean same = checksum != null && (requested == null || requested == checksum.algorithm());
        if (same && source.parts().isEmpty()) {
            Path link = store.newFile();
            Files.createLink(link, source.content().file());
            return new Entry.Content(link, source.size(), source.etag(), checksum);
        }
        ChecksumAlgorithm kept =
                requested != null ? requested : checksum == null ? ChecksumAlgorithm.CRC64NVME : checksum.algorithm();
        return readThrough(source, new Span(0, source.size()), kept);
    }

    private Entry.Content readThrough(Entry source, Span span, ChecksumAlgorithm algorithm) throws IOException {
        Path file = store.newFile();
        MessageDigest md5 = Digests.named("MD5");
        ChecksumAlgorithm.Running checksum = algorithm.start();
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        try (FileChannel in = FileChannel.open(source.content().file(), StandardOpenOption.READ);
                OutputStream out = Files.newOutputStream(file)) {
            long left = span.length();
            in.position(span.first());
            while (left > 0) {
                buffer.clear().limit((int) Math.min(left, buffer.capacity()));
                int count = in.read(buffer);
                if (count < 0) {
                    throw new IOException(source.content().file() + " is shorter than its object");
                }
                out.write(buffer.array(), 0, count);
                md5.update(buffer.array(), 0, count);
                checksum.update(buffer.array(), 0, count);
                left -= count;
            }
        }
        return new Entry.Content(
                file, span.length(), ETags.of(md5.digest()), new StoredChecksum(algorithm, checksum.value(), false));
    }

    private static HttpReply.Builder result(String root, Entry.Content content, Object lastModified) {
        XmlReply reply = XmlReply.of(root).text("LastModified", lastModified).text("ETag", content.etag());
        Checksums.write(content.checksum(), reply);
        return reply.reply(200);
    }

    private static HttpReply.Builder sourceVersion(Entry source, HttpReply.Builder reply) {
        return source.versionId().equals(Entry.NULL_VERSION)
                ? reply
                : reply.header("x-amz-copy-source-version-id", source.versionId());
    }
}
