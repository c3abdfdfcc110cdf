package dev.sluice.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalHttpServerTest {
    @TempDir
    Path directory;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private byte[] bytes = new byte[0];
    private LocalHttpServer server = LocalHttpServer.start(0);

    @BeforeEach
    void start() throws IOException {
        bytes = new byte[3_000_000];
        new Random(7).nextBytes(bytes);
        Path file = Files.write(directory.resolve("file"), bytes);
        server.close();
        server = LocalHttpServer.start(0, new EchoHandler(file));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void sendsFilesByteForByte() throws Exception {
        HttpResponse<byte[]> response = get("/file");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(bytes);
        assertThat(server.calls()).singleElement().satisfies(call -> {
            assertThat(call.operation().name()).isEqualTo("file");
            assertThat(call.status()).isEqualTo(200);
        });
    }

    @Test
    void keepsTheConnectionForTheNextCall() throws Exception {
        for (int i = 0; i < 5; i++) {
            get("/file");
        }

        assertThat(server.calls()).extracting(call -> call.call().connection()).containsOnly(1L);
        assertThat(server.openConnections()).isEqualTo(1);
    }

    @Test
    void streamsBodiesThatAreLargerThanTheQueue() throws Exception {
        HttpResponse<byte[]> response = client.send(
                HttpRequest.newBuilder(server.endpoint().resolve("/echo"))
                        .POST(BodyPublishers.ofByteArray(bytes))
                        .build(),
                BodyHandlers.ofByteArray());

        assertThat(response.body()).isEqualTo(bytes);
    }

    @Test
    void takesChunkedBodiesAndExpectContinue() throws Exception {
        HttpResponse<byte[]> response = client.send(
                HttpRequest.newBuilder(server.endpoint().resolve("/echo"))
                        .expectContinue(true)
                        .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)))
                        .build(),
                BodyHandlers.ofByteArray());

        assertThat(response.body()).isEqualTo(bytes);
    }

    @Test
    void throwsAwayTheBodyThatAHandlerLeavesUnread() throws Exception {
        HttpResponse<byte[]> response = client.send(
                HttpRequest.newBuilder(server.endpoint().resolve("/unread"))
                        .POST(BodyPublishers.ofByteArray(bytes))
                        .build(),
                BodyHandlers.ofByteArray());

        assertThat(response.body()).asString(StandardCharsets.UTF_8).isEqualTo("unread");
        assertThat(get("/file").body()).isEqualTo(bytes);
    }

    @Test
    void answersAnExceptionAsTheServiceWordsIt() throws Exception {
        HttpResponse<byte[]> response = get("/other");

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).asString().contains("InternalError", "no such thing");
    }

    @Test
    void answersWhatNoServiceKnowsOrCanName() throws Exception {
        assertThat(get("/elsewhere").statusCode()).isEqualTo(404);
        assertThat(get("/unidentified").statusCode()).isEqualTo(500);
    }

    @Test
    void endsTheConnectionWhenAnAnswerCannotBeWritten() {
        assertThatThrownBy(() -> get("/invalid")).isInstanceOf(IOException.class);
    }

    @Test
    void aRequestThatIsNoneIsRefused() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream().write("nonsense\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 400");
        }
    }

    @Test
    void aClientThatLeavesEndsItsCall() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream()
                    .write("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nabc"
                            .getBytes(StandardCharsets.US_ASCII));
            awaitTrue(() -> server.activeCalls() == 1);
        }

        awaitTrue(() -> server.activeCalls() == 0 && server.openConnections() == 0);
        assertThat(server.calls()).allSatisfy(call -> assertThat(call.status()).isZero());
    }

    @Test
    void forgetsAndStopsRecordingCalls() throws Exception {
        get("/file");
        server.clearCalls();
        server.record(false);
        get("/file");

        assertThat(server.calls()).isEmpty();
    }

    @Test
    void pretendsTheRateOfUploadsToo() throws Exception {
        server.shape(new Shaping(Duration.ZERO, 10_000_000));
        long before = System.nanoTime();

        HttpResponse<byte[]> response = client.send(
                HttpRequest.newBuilder(server.endpoint().resolve("/unread"))
                        .POST(BodyPublishers.ofByteArray(bytes))
                        .build(),
                BodyHandlers.ofByteArray());
        get("/unread");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(200));
    }

    @Test
    void answersTwoPipelinedRequestsInOrder() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream()
                    .write(("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\none"
                                    + "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nConnection: close\r\n\r\ntwo")
                            .getBytes(StandardCharsets.US_ASCII));
            String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);

            assertThat(answers).containsSubsequence("HTTP/1.1 200 OK", "one", "HTTP/1.1 200 OK", "two");
        }
    }

    @Test
    void answersManyConnectionsAtOnce() {
        List<CompletableFuture<HttpResponse<byte[]>>> all = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            all.add(client.sendAsync(
                    HttpRequest.newBuilder(server.endpoint().resolve("/file")).build(), BodyHandlers.ofByteArray()));
        }

        assertThat(all).allSatisfy(one -> assertThat(one.get().body()).isEqualTo(bytes));
    }

    @Test
    void countsAndClosesConnections() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream()
                    .write("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().read()).isEqualTo('H');
            assertThat(server.openConnections()).isEqualTo(1);

            server.closeConnections();

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .endsWith("\r\n\r\n");
            assertThat(server.openConnections()).isZero();
        }
    }

    @Test
    void pretendsLatencyAndRateOfANetwork() throws Exception {
        get("/file");
        server.shape(new Shaping(Duration.ofMillis(30), 10_000_000));
        long before = System.nanoTime();

        HttpResponse<byte[]> response = get("/file");

        assertThat(response.body()).isEqualTo(bytes);
        // 3 MB at 10 MB/s are 300 ms, less the twentieth of a second that a full bucket holds.
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(270));
    }

    private static void awaitTrue(BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(server.endpoint().resolve(path)).build(), BodyHandlers.ofByteArray());
    }
}
