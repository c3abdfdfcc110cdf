package dev.sluice.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testkit.http.Shaping;
import dev.sluice.testkit.s3.LocalS3;
import dev.sluice.testkit.s3.S3Request;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The faults as a client sees them that hides nothing: sockets and the JDK's client, which does not retry. */
class FaultsTest {
    private static final int SIZE = 1_000_000;

    private final byte[] content = new byte[SIZE];
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final LocalS3 server =
            LocalS3.builder().buckets("bucket").anonymous(true).start();

    @BeforeEach
    void store() {
        new Random(1).nextBytes(content);
        server.store().put("bucket", "a/key", content);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void strikesTheNthCallAndSoManyFromItOn() throws Exception {
        Fault fault = server.faults()
                .on(Match.operation("GetObject").nth(2).times(2))
                .thenStatus(500, "InternalError", "broken");

        assertThat(statuses(5)).containsExactly(200, 500, 500, 200, 200);
        assertThat(fault.fired()).isEqualTo(2);
        assertThat(server.faults().firings()).hasSize(2).allSatisfy(firing -> {
            assertThat(firing.fault()).isSameAs(fault);
            assertThat(firing.operation().name()).isEqualTo("GetObject");
        });
    }

    @Test
    void strikesOnlyWhatItMatches() throws Exception {
        server.store().put("bucket", "a/b/key", new byte[1]);
        Fault other = server.faults().on(Match.operation("HeadObject").always()).thenThrottle();
        Fault keyed = server.faults()
                .on(Match.service("s3")
                        .method("GET")
                        .bucket("bucket")
                        .key("a/*")
                        .always())
                .thenThrottle();
        Fault ranged = server.faults()
                .on(Match.any().header("range", "bytes=5-*").always())
                .thenThrottle();

        assertThat(get("/bucket/a/b/key").statusCode()).isEqualTo(200);
        assertThat(get("/bucket/a/key").statusCode()).isEqualTo(503);
        keyed.remove();
        assertThat(get("/bucket/a/key").statusCode()).isEqualTo(200);
        assertThat(range("bytes=4-9").statusCode()).isEqualTo(206);
        assertThat(range("bytes=5-9").statusCode()).isEqualTo(503);

        assertThat(other.fired()).isZero();
        assertThat(keyed.fired()).isEqualTo(1);
        assertThat(ranged.fired()).isEqualTo(1);
    }

    @Test
    void twoStarsReachAcrossSlashes() throws Exception {
        server.store().put("bucket", "a/b/key", new byte[1]);
        Fault fault = server.faults().on(Match.any().key("a/**y").always()).thenThrottle();

        get("/bucket/a/b/key");
        get("/bucket/a/key");
        get("/bucket/a");

        assertThat(fault.fired()).isEqualTo(2);
    }

    @Test
    void ofSeveralThatEndACallTheNextWaitsForTheNextCall() throws Exception {
        server.faults().on(Match.operation("GetObject")).thenStatus(500, "First", "first");
        server.faults().on(Match.operation("GetObject")).thenStatus(501, "Second", "second");
        server.faults().on(Match.operation("GetObject").nth(4)).thenStatus(502, "Third", "third");

        assertThat(statuses(5)).containsExactly(500, 501, 200, 502, 200);
    }

    @Test
    void throttlesInTheWordsOfS3() throws Exception {
        server.faults().on(Match.any()).thenThrottle();
        server.faults().on(Match.any()).thenTooManyRequests();

        assertThat(get("/bucket/a/key").body()).asString(StandardCharsets.UTF_8).contains("<Code>SlowDown</Code>");
        assertThat(get("/bucket/a/key").statusCode()).isEqualTo(503);
    }

    @Test
    void delaysTheFirstByte() throws Exception {
        server.faults().on(Match.any()).thenDelay(Duration.ofMillis(100));
        server.faults().on(Match.any()).thenDelay(Duration.ofMillis(100));
        long before = System.nanoTime();

        assertThat(get("/bucket/a/key").body()).isEqualTo(content);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(195));
    }

    @Test
    void resetsInsteadOfAnswering() throws Exception {
        server.faults().on(Match.any()).thenReset();

        try (Socket socket = request()) {
            assertThatThrownBy(() -> socket.getInputStream().read())
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
        }
        assertThat(server.requests())
                .singleElement()
                .satisfies(request -> assertThat(request.status()).isZero());
    }

    @Test
    void resetsWithinTheBody() throws Exception {
        server.faults().on(Match.any()).thenResetAfter(1_000);

        try (Socket socket = request()) {
            assertThatThrownBy(() -> readBody(socket))
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
        }
        assertThat(server.requests().get(0).bytesSent()).isEqualTo(1_000);
    }

    @Test
    void closesInsteadOfAnswering() throws Exception {
        server.faults().on(Match.any()).thenClose();

        try (Socket socket = request()) {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void endsABodyEarlyAndInOrder() throws Exception {
        server.faults().on(Match.any()).thenShortBody(400_000);
        server.faults().on(Match.any()).thenShortBody(0);

        for (int length : new int[] {400_000, 0}) {
            try (Socket socket = request()) {
                assertThat(readBody(socket)).isEqualTo(Arrays.copyOf(content, length));
            }
        }
        assertThat(get("/bucket/a/key").body()).isEqualTo(content);
    }

    @Test
    void stallsBeforeAndWithinTheAnswer() throws Exception {
        server.faults().on(Match.any()).thenStall();
        server.faults().on(Match.any()).thenStallAfter(1_000);

        try (Socket socket = request()) {
            socket.setSoTimeout(100);
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        }
        try (Socket socket = request()) {
            socket.setSoTimeout(500);
            readHead(socket.getInputStream());
            assertThat(socket.getInputStream().readNBytes(1_000)).isEqualTo(Arrays.copyOf(content, 1_000));
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            assertThat(server.activeRequests()).isEqualTo(1);
        }
        awaitIdle();
    }

    @Test
    void doesTheWorkAndDropsTheAnswer() {
        server.faults().on(Match.operation("PutObject")).thenDropResponse();

        assertThatThrownBy(() -> put("new")).isInstanceOf(IOException.class);
        assertThat(server.store().get("bucket", "new")).isPresent();
    }

    @Test
    void anErrorLeavesTheWorkUndone() throws Exception {
        server.faults().on(Match.operation("PutObject")).thenThrottle();

        assertThat(put("new").statusCode()).isEqualTo(503);
        assertThat(server.store().get("bucket", "new")).isEmpty();
    }

    @Test
    void replacesTheObjectBetweenRanges() throws Exception {
        server.faults()
                .on(Match.operation("GetObject").nth(2))
                .thenRun(() -> server.store().put("bucket", "a/key", new byte[SIZE]));
        String etag = range("bytes=0-9").headers().firstValue("ETag").orElseThrow();

        HttpResponse<byte[]> second = http.send(
                HttpRequest.newBuilder(server.endpoint().resolve("/bucket/a/key"))
                        .header("Range", "bytes=10-19")
                        .header("If-Match", etag)
                        .build(),
                BodyHandlers.ofByteArray());

        assertThat(second.statusCode()).isEqualTo(412);
    }

    @Test
    void changesHeadersAndBytesOfTheAnswer() throws Exception {
        server.faults().on(Match.any()).thenETag("\"another\"");
        server.faults().on(Match.any()).thenHeader("x-amz-request-id", null);
        server.faults().on(Match.any()).thenFlipBit(3);

        HttpResponse<byte[]> response = get("/bucket/a/key");

        assertThat(response.headers().firstValue("ETag")).contains("\"another\"");
        assertThat(response.headers().firstValue("x-amz-request-id")).isEmpty();
        byte[] expected = content.clone();
        expected[3] ^= 1;
        assertThat(response.body()).isEqualTo(expected);
        assertThat(get("/bucket/a/key").body()).isEqualTo(content);
    }

    @Test
    void holdsCallsUntilTheGateOpens() throws Exception {
        Gate gate = server.faults().on(Match.operation("GetObject").always()).thenHold();
        CompletableFuture<HttpResponse<byte[]>> answer = http.sendAsync(
                HttpRequest.newBuilder(server.endpoint().resolve("/bucket/a/key"))
                        .build(),
                BodyHandlers.ofByteArray());

        gate.awaitArrival(Duration.ofSeconds(10));
        assertThat(answer).isNotDone();
        assertThat(server.activeRequests()).isEqualTo(1);
        assertThatThrownBy(() -> gate.awaitArrival(Duration.ofMillis(10))).isInstanceOf(AssertionError.class);
        gate.open();

        assertThat(answer.get(10, TimeUnit.SECONDS).body()).isEqualTo(content);
        assertThat(get("/bucket/a/key").statusCode()).isEqualTo(200);
    }

    @Test
    void clearTakesEverythingAway() throws Exception {
        server.faults().on(Match.any().always()).thenThrottle();
        get("/bucket/a/key");

        server.faults().clear();

        assertThat(server.faults().firings()).isEmpty();
        assertThat(get("/bucket/a/key").statusCode()).isEqualTo(200);
    }

    @Test
    void cutsShapedAnswersToo() throws Exception {
        server.shape(new Shaping(Duration.ZERO, 10_000_000));
        server.faults().on(Match.any()).thenShortBody(300_000);

        try (Socket socket = request()) {
            assertThat(readBody(socket)).isEqualTo(Arrays.copyOf(content, 300_000));
        }
        assertThat(server.requests()).extracting(S3Request::bytesSent).containsExactly(300_000L);
    }

    @Test
    void refusesCountsThatMakeNoSense() {
        assertThatThrownBy(() -> Match.any().nth(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Match.any().times(0)).isInstanceOf(IllegalArgumentException.class);
    }

    private int[] statuses(int calls) throws Exception {
        int[] statuses = new int[calls];
        for (int i = 0; i < calls; i++) {
            statuses[i] = get("/bucket/a/key").statusCode();
        }
        return statuses;
    }

    private HttpResponse<byte[]> get(String path) throws Exception {
        return http.send(HttpRequest.newBuilder(server.endpoint().resolve(path)).build(), BodyHandlers.ofByteArray());
    }

    private HttpResponse<byte[]> range(String range) throws Exception {
        return http.send(
                HttpRequest.newBuilder(server.endpoint().resolve("/bucket/a/key"))
                        .header("Range", range)
                        .build(),
                BodyHandlers.ofByteArray());
    }

    private HttpResponse<byte[]> put(String key) throws Exception {
        return http.send(
                HttpRequest.newBuilder(server.endpoint().resolve("/bucket/" + key))
                        .PUT(BodyPublishers.ofByteArray(new byte[10]))
                        .build(),
                BodyHandlers.ofByteArray());
    }

    private Socket request() throws IOException {
        Socket socket = new Socket("127.0.0.1", server.endpoint().getPort());
        socket.getOutputStream()
                .write("GET /bucket/a/key HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static byte[] readBody(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        assertThat(readHead(in)).contains("content-length: " + SIZE);
        return in.readAllBytes();
    }

    private static String readHead(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int b = in.read();
            assertThat(b).as("the head goes on").isNotNegative();
            head.append((char) b);
        }
        return head.toString();
    }

    private void awaitIdle() {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (server.activeRequests() > 0) {
            assertThat(System.nanoTime()).as("a client that left ends its call").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
