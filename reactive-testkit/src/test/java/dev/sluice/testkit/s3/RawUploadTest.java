package dev.sluice.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.internal.checksum.ChecksumAlgorithm;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bodies that the SDK does not send, or only when something is broken. */
class RawUploadTest extends S3Fixture {
    private static final String CHUNKS = "5\r\nabcde\r\n3\r\nfgh\r\n0\r\n";

    @TempDir
    static Path directory;

    @Override
    LocalS3 started() {
        return LocalS3.builder()
                .buckets(BUCKET)
                .anonymous(true)
                .directory(directory)
                .start();
    }

    @Test
    void takesChunksWithoutTrailers() throws Exception {
        assertThat(chunked(CHUNKS + "\r\n", 8, "").statusCode()).isEqualTo(200);
        assertThat(get("key")).asString().isEqualTo("abcdefgh");
    }

    @Test
    void verifiesTheTrailer() throws Exception {
        String right = ChecksumAlgorithm.CRC32C.of("abcdefgh".getBytes(StandardCharsets.US_ASCII));
        String wrong = ChecksumAlgorithm.CRC32C.of("other".getBytes(StandardCharsets.US_ASCII));
        String name = "x-amz-checksum-crc32c";

        assertThat(chunked(CHUNKS + name + ":" + right + "\r\n\r\n", 8, name).statusCode())
                .isEqualTo(200);
        assertThat(chunked(CHUNKS + name + ":" + wrong + "\r\n\r\n", 8, name).body())
                .contains("<Code>BadDigest</Code>");
        assertThat(chunked(CHUNKS + "\r\n", 8, name).body())
                .as("the trailer was announced, but did not come")
                .contains("<Code>InvalidRequest</Code>");
        assertThat(chunked(CHUNKS + "\r\n", 8, "x-amz-checksum-md5").body()).contains("<Code>InvalidRequest</Code>");
    }

    @Test
    void refusesContentOfAnotherLength() throws Exception {
        assertThat(chunked(CHUNKS + "\r\n", 9, "").body()).contains("<Code>IncompleteBody</Code>");
        assertThat(server.store().get(BUCKET, "key")).isEmpty();
    }

    @Test
    void aBodyThatBreaksOffLeavesNothing() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", server.endpoint().getPort())) {
            socket.getOutputStream()
                    .write("PUT /bucket/key HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nabc"
                            .getBytes(StandardCharsets.US_ASCII));
            awaitFiles(1);
        }

        awaitFiles(0);
        assertThat(server.store().get(BUCKET, "key")).isEmpty();
    }

    @Test
    void closingDeletesWhatWasStored() throws IOException {
        put("key", random(10));
        assertThat(files()).isEqualTo(1);

        server.close();

        assertThat(directory).isEmptyDirectory();
    }

    private HttpResponse<String> chunked(String framed, int length, String trailer) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.endpoint().resolve("/bucket/key"))
                .header("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER")
                .header("Content-Encoding", "aws-chunked")
                .header("x-amz-decoded-content-length", String.valueOf(length))
                .PUT(BodyPublishers.ofString(framed));
        if (!trailer.isEmpty()) {
            request.header("x-amz-trailer", trailer);
        }
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    }

    private static long files() throws IOException {
        try (Stream<Path> tree = Files.walk(directory)) {
            return tree.filter(Files::isRegularFile).count();
        }
    }

    private static void awaitFiles(long count) throws IOException {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (files() != count) {
            assertThat(System.nanoTime()).as("files: %s", files()).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
