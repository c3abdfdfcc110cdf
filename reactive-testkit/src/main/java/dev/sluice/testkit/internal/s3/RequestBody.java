package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.internal.checksum.ChecksumAlgorithm;
import dev.sluice.testkit.internal.checksum.Digests;
import dev.sluice.testkit.internal.sigv4.Signer;
import dev.sluice.testkit.internal.store.ETags;
import dev.sluice.testkit.internal.store.Entry;
import dev.sluice.testkit.internal.store.StorageFailure;
import dev.sluice.testkit.internal.store.StoredChecksum;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a request's body through once, taking the framing off and verifying whatever the client says of it. */
final class RequestBody {
    private static final int BUFFER_BYTES = 128 * 1024;
    private static final int MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;

    private final S3Call call;
    private final @Nullable AwsChunkedInputStream chunked;
    private final InputStream content;

    private RequestBody(S3Call call) {
        this.call = call;
        Signer signer = call.signer();
        String encoding = call.http().headers().first("Content-Encoding", "");
        if (signer.payload().startsWith("STREAMING-")) {
            boolean signed = signer.payload().startsWith("STREAMING-AWS4-HMAC-SHA256-PAYLOAD");
            chunked = new AwsChunkedInputStream(call.http().body(), signed ? signer.key() : null, signer.signature());
        } else if (encoding.contains("aws-chunked")) {
            chunked = new AwsChunkedInputStream(call.http().body(), null, "");
        } else {
            chunked = null;
        }
        content = chunked == null ? call.http().body() : chunked;
    }

    /** A document, such as the XML of a batch. Of one that completes an upload the checksum headers are the object's. */
    static byte[] document(S3Call call) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean ofObject = call.target().has("uploadId");
        Summary summary = new RequestBody(call).readInto(bytes, null, !ofObject, MAX_DOCUMENT_BYTES);
        if (summary.size() > MAX_DOCUMENT_BYTES) {
            throw new StorageFailure(400, "MaxMessageLengthExceeded", "Your request was too big.");
        }
        return bytes.toByteArray();
    }

    /**
     * An object's or a part's content.
     *
     * @param call the request
     * @param file where it goes; removed again when it does not hold
     * @param kept the checksum to keep
     * @return what is now in the file
     */
    static Entry.Content file(S3Call call, Path file, ChecksumAlgorithm kept) throws IOException {
        boolean held = false;
        try (OutputStream out = Files.newOutputStream(file)) {
            Summary summary = new RequestBody(call).readInto(out, kept, true, Long.MAX_VALUE);
            held = true;
            return new Entry.Content(file, summary.size(), summary.etag(), summary.checksum());
        } finally {
            if (!held) {
                Files.deleteIfExists(file);
            }
        }
    }

    private record Summary(long size, String etag, @Nullable StoredChecksum checksum) {}

    private Summary readInto(OutputStream out, @Nullable ChecksumAlgorithm kept, boolean verifiesNamed, long limit)
            throws IOException {
        ChecksumAlgorithm named = verifiesNamed ? namedAlgorithm(call) : null;
        Map<ChecksumAlgorithm, ChecksumAlgorithm.Running> running = new EnumMap<>(ChecksumAlgorithm.class);
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            if (algorithm == named || algorithm == kept) {
                running.put(algorithm, algorithm.start());
            }
        }
        MessageDigest md5 = Digests.named("MD5");
        boolean payloadSigned = call.signer().payload().matches("[0-9a-f]{64}");
        MessageDigest sha256 = payloadSigned ? Digests.named("SHA-256") : null;
        byte[] buffer = new byte[BUFFER_BYTES];
        long size = 0;
        int count;
        while (size <= limit && (count = content.read(buffer)) >= 0) {
            out.write(buffer, 0, count);
            md5.update(buffer, 0, count);
            for (ChecksumAlgorithm.Running one : running.values()) {
                one.update(buffer, 0, count);
            }
            if (sha256 != null) {
                sha256.update(buffer, 0, count);
            }
            size += count;
        }
        verifyLength(size);
        if (sha256 != null
                && !HexFormat.of()
                        .formatHex(sha256.digest())
                        .equals(call.signer().payload())) {
            throw new StorageFailure(
                    400,
                    "XAmzContentSHA256Mismatch",
                    "The provided 'x-amz-content-sha256' header does not match what was computed.");
        }
        byte[] digest = md5.digest();
        verifyMd5(digest);
        StoredChecksum checksum = null;
        for (Map.Entry<ChecksumAlgorithm, ChecksumAlgorithm.Running> one : running.entrySet()) {
            StoredChecksum computed =
                    new StoredChecksum(one.getKey(), one.getValue().value(), false);
            if (computed.algorithm() == named) {
                verifyChecksum(computed);
            }
            if (computed.algorithm() == kept) {
                checksum = computed;
            }
        }
        return new Summary(size, ETags.of(digest), checksum);
    }

    /** The algorithm of a checksum that comes with the body, in a header or behind it. */
    static @Nullable ChecksumAlgorithm namedAlgorithm(S3Call call) {
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            if (call.header(algorithm.header()) != null) {
                return algorithm;
            }
        }
        String trailer = call.header("x-amz-trailer");
        if (trailer != null) {
            for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
                if (trailer.strip().toLowerCase(Locale.ROOT).equals(algorithm.header())) {
                    return algorithm;
                }
            }
            throw StorageFailure.invalidRequest("The value specified in the x-amz-trailer header is not supported");
        }
        return null;
    }

    private void verifyLength(long size) {
        String decoded = call.header("x-amz-decoded-content-length");
        if (chunked != null && decoded != null && !decoded.equals(Long.toString(size))) {
            throw new StorageFailure(
                    400,
                    "IncompleteBody",
                    "You did not provide the number of bytes specified by the Content-Length HTTP header");
        }
    }

    private void verifyMd5(byte[] digest) {
        String expected = call.header("Content-MD5");
        if (expected == null) {
            return;
        }
        byte[] decoded;
        try {
            decoded = Base64.getDecoder().decode(expected.strip());
        } catch (IllegalArgumentException e) {
            decoded = new byte[0];
        }
        if (decoded.length != digest.length) {
            throw new StorageFailure(400, "InvalidDigest", "The Content-MD5 you specified was invalid.");
        }
        if (!MessageDigest.isEqual(decoded, digest)) {
            throw new StorageFailure(400, "BadDigest", "The Content-MD5 you specified did not match what we received.");
        }
    }

    private void verifyChecksum(StoredChecksum computed) {
        String name = computed.algorithm().header();
        Map<String, String> trailers = chunked == null ? Map.of() : chunked.trailers();
        String expected = call.header(name) != null ? call.header(name) : trailers.get(name);
        if (expected == null || !isValue(expected, computed.algorithm())) {
            throw StorageFailure.invalidRequest("Value for " + name + " header is invalid.");
        }
        if (!expected.equals(computed.value())) {
            throw new StorageFailure(
                    400,
                    "BadDigest",
                    "The " + computed.algorithm() + " you specified did not match the calculated checksum.");
        }
    }

    private static boolean isValue(String base64, ChecksumAlgorithm algorithm) {
        try {
            return Base64.getDecoder().decode(base64).length == algorithm.bytes();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
