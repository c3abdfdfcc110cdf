package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.internal.checksum.Digests;
import dev.sluice.testkit.internal.sigv4.SigningKey;
import dev.sluice.testkit.internal.store.StorageFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes the {@code aws-chunked} framing off a body: chunks with their length in front, each signed or none, and trailing
 * headers. Signatures are verified as each chunk ends.
 */
final class AwsChunkedInputStream extends InputStream {
    private static final int MAX_LINE_BYTES = 8 * 1024;
    private static final String EMPTY_DIGEST = Digests.sha256Hex(new byte[0]);

    private final InputStream framed;
    private final @Nullable SigningKey key;
    private final Map<String, String> trailers = new TreeMap<>();
    private String previousSignature;
    private String chunkSignature = "";
    private MessageDigest chunkDigest = Digests.named("SHA-256");
    private long left;
    private boolean first = true;
    private boolean ended;

    /**
     * @param framed the body with its framing
     * @param key what the chunks are signed with; null when they are not
     * @param seedSignature the signature of the request's head
     */
    AwsChunkedInputStream(InputStream framed, @Nullable SigningKey key, String seedSignature) {
        this.framed = framed;
        this.key = key;
        this.previousSignature = seedSignature;
    }

    /** The headers behind the last chunk, by their names in lower case; there once the stream has ended. */
    Map<String, String> trailers() {
        return trailers;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (left == 0 && !ended) {
            nextChunk();
        }
        if (ended) {
            return -1;
        }
        int count = framed.read(target, offset, (int) Math.min(length, left));
        if (count < 0) {
            throw incomplete();
        }
        if (key != null) {
            chunkDigest.update(target, offset, count);
        }
        left -= count;
        if (left == 0) {
            endChunk();
        }
        return count;
    }

    private void nextChunk() throws IOException {
        if (!first && !line().isEmpty()) {
            throw malformed("A chunk does not end with an empty line");
        }
        first = false;
        String header = line();
        int semicolon = header.indexOf(';');
        String size = semicolon < 0 ? header : header.substring(0, semicolon);
        try {
            left = Long.parseUnsignedLong(size.strip(), 16);
        } catch (NumberFormatException e) {
            throw malformed("A chunk's size is not a number");
        }
        int signature = header.indexOf("chunk-signature=");
        chunkSignature = signature < 0 ? "" : header.substring(signature + "chunk-signature=".length());
        chunkDigest = Digests.named("SHA-256");
        if (left == 0) {
            endChunk();
            readTrailers();
            ended = true;
        }
    }

    private void endChunk() {
        if (key != null) {
            String digest = HexFormat.of().formatHex(chunkDigest.digest());
            String expected =
                    key.sign("AWS4-HMAC-SHA256-PAYLOAD", previousSignature + '\n' + EMPTY_DIGEST + '\n' + digest);
            verify(expected, chunkSignature);
        }
    }

    private void readTrailers() throws IOException {
        StringBuilder canonical = new StringBuilder();
        String signature = null;
        for (String text = line(); !text.isEmpty(); text = line()) {
            int colon = text.indexOf(':');
            if (colon < 0) {
                throw malformed("A trailer has no colon");
            }
            String name = text.substring(0, colon).strip().toLowerCase(Locale.ROOT);
            String value = text.substring(colon + 1).strip();
            if (name.equals("x-amz-trailer-signature")) {
                signature = value;
            } else {
                trailers.put(name, value);
            }
        }
        if (key != null && !trailers.isEmpty()) {
            trailers.forEach((name, value) ->
                    canonical.append(name).append(':').append(value).append('\n'));
            String digest = Digests.sha256Hex(canonical.toString().getBytes(StandardCharsets.UTF_8));
            verify(
                    key.sign("AWS4-HMAC-SHA256-TRAILER", previousSignature + '\n' + digest),
                    signature == null ? "" : signature);
        }
    }

    private void verify(String expected, String given) {
        if (!expected.equals(given)) {
            throw new StorageFailure(
                    403,
                    "SignatureDoesNotMatch",
                    "The request signature we calculated does not match the signature you provided. Check your key and"
                            + " signing method.");
        }
        previousSignature = expected;
    }

    /** A line without its end; the end of the body counts as one. */
    private String line() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(96);
        int b;
        while ((b = framed.read()) >= 0 && b != '\n') {
            if (bytes.size() > MAX_LINE_BYTES) {
                throw malformed("A line of the framing is too long");
            }
            if (b != '\r') {
                bytes.write(b);
            }
        }
        if (b < 0 && left > 0) {
            throw incomplete();
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static StorageFailure incomplete() {
        return new StorageFailure(
                400,
                "IncompleteBody",
                "You did not provide the number of bytes specified by the Content-Length HTTP header");
    }

    private static StorageFailure malformed(String message) {
        return StorageFailure.invalidRequest(message);
    }
}
