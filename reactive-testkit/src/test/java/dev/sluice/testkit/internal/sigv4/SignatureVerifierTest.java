package dev.sluice.testkit.internal.sigv4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.http.HttpCall;
import dev.sluice.testkit.http.HttpHandler;
import dev.sluice.testkit.http.HttpReply;
import dev.sluice.testkit.http.LocalHttpServer;
import dev.sluice.testkit.http.Operation;
import dev.sluice.testkit.http.Refusal;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of the S3 API Reference, "Signature Calculations for the Authorization Header" and for query parameters. */
class SignatureVerifierTest {
    private static final Instant SIGNED = Instant.parse("2013-05-24T00:00:00Z");
    private static final String EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    private static final String SIGNATURE = "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41";
    private static final String CREDENTIAL = "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request";
    private static final String SIGNED_HEADERS = "host;range;x-amz-content-sha256;x-amz-date";
    private static final String PRESIGNED = "/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256"
            + "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
            + "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=";
    private static final String PRESIGNED_SIGNATURE =
            "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404";

    private LocalHttpServer server = serverAt(SIGNED);

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void acceptsThePublishedExample() throws IOException {
        assertThat(get(CREDENTIAL, SIGNED_HEADERS, SIGNATURE, "bytes=0-9")).isEqualTo("AKIAIOSFODNN7EXAMPLE");
    }

    @Test
    void refusesWhatWasChangedAfterwards() throws IOException {
        assertThat(get(CREDENTIAL, SIGNED_HEADERS, SIGNATURE, "bytes=0-10")).isEqualTo("403 SignatureDoesNotMatch");
        assertThat(get(CREDENTIAL, SIGNED_HEADERS, SIGNATURE.replace('f', 'e'), "bytes=0-9"))
                .isEqualTo("403 SignatureDoesNotMatch");
    }

    @ParameterizedTest
    @CsvSource({
        "OTHER/20130524/us-east-1/s3/aws4_request, 403 InvalidAccessKeyId",
        "AKIAIOSFODNN7EXAMPLE/20130525/us-east-1/s3/aws4_request, 400 AuthorizationHeaderMalformed",
        "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3, 400 AuthorizationHeaderMalformed",
        "nothing, 400 AuthorizationHeaderMalformed",
        "AKIAIOSFODNN7EXAMPLE/20130524/eu-west-1/s3/aws4_request, 403 SignatureDoesNotMatch",
    })
    void refusesACredentialThatIsNone(String credential, String answer) throws IOException {
        assertThat(get(credential, SIGNED_HEADERS, SIGNATURE, "bytes=0-9")).isEqualTo(answer);
    }

    @Test
    void theHostMustBeSigned() throws IOException {
        assertThat(get(CREDENTIAL, "range;x-amz-date", SIGNATURE, "bytes=0-9"))
                .isEqualTo("400 AuthorizationHeaderMalformed");
    }

    @Test
    void refusesAnotherTime() throws IOException {
        restartAt(SIGNED.plus(Duration.ofMinutes(16)));
        assertThat(get(CREDENTIAL, SIGNED_HEADERS, SIGNATURE, "bytes=0-9")).isEqualTo("403 RequestTimeTooSkewed");

        restartAt(SIGNED.plus(Duration.ofMinutes(14)));
        assertThat(get(CREDENTIAL, SIGNED_HEADERS, SIGNATURE, "bytes=0-9")).isEqualTo("AKIAIOSFODNN7EXAMPLE");
    }

    @Test
    void acceptsThePublishedPresignedUrl() throws IOException {
        assertThat(send("GET " + PRESIGNED + PRESIGNED_SIGNATURE + " HTTP/1.1\r\n"))
                .isEqualTo("AKIAIOSFODNN7EXAMPLE");
        assertThat(send("GET " + PRESIGNED + PRESIGNED_SIGNATURE.replace('a', 'b') + " HTTP/1.1\r\n"))
                .isEqualTo("403 SignatureDoesNotMatch");
        assertThat(send("PUT " + PRESIGNED + PRESIGNED_SIGNATURE + " HTTP/1.1\r\n"))
                .isEqualTo("403 SignatureDoesNotMatch");
    }

    @Test
    void aPresignedUrlExpires() throws IOException {
        restartAt(SIGNED.plusSeconds(86_401));
        assertThat(send("GET " + PRESIGNED + PRESIGNED_SIGNATURE + " HTTP/1.1\r\n"))
                .isEqualTo("403 AccessDenied");

        restartAt(SIGNED.minus(Duration.ofMinutes(16)));
        assertThat(send("GET " + PRESIGNED + PRESIGNED_SIGNATURE + " HTTP/1.1\r\n"))
                .isEqualTo("403 AccessDenied");
    }

    @Test
    void refusesWhatIsNotSigned() throws IOException {
        assertThat(send("GET /test.txt HTTP/1.1\r\n")).isEqualTo("403 AccessDenied");
        assertThat(send("GET /test.txt HTTP/1.1\r\nAuthorization: Basic abc\r\n"))
                .isEqualTo("400 InvalidRequest");
    }

    private String get(String credential, String signedHeaders, String signature, String range) throws IOException {
        return send("GET /test.txt HTTP/1.1\r\nAuthorization: AWS4-HMAC-SHA256 Credential=" + credential
                + ",SignedHeaders=" + signedHeaders + ",Signature=" + signature + "\r\nRange: " + range
                + "\r\nx-amz-content-sha256: " + EMPTY + "\r\nx-amz-date: 20130524T000000Z\r\n");
    }

    private String send(String head) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            String request = head + "Host: examplebucket.s3.amazonaws.com\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.substring(answer.indexOf("\r\n\r\n") + 4);
        }
    }

    private void restartAt(Instant now) {
        server.close();
        server = serverAt(now);
    }

    private static LocalHttpServer serverAt(Instant now) {
        SignatureVerifier verifier = new SignatureVerifier(
                "AKIAIOSFODNN7EXAMPLE",
                "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
                false,
                Clock.fixed(now, ZoneOffset.UTC));
        return LocalHttpServer.start(0, new Verifying(verifier));
    }

    /** Answers with the key id, or with the status and code of the refusal. */
    private record Verifying(SignatureVerifier verifier) implements HttpHandler {
        @Override
        public Operation identify(HttpCall call) {
            return Operation.of("test", "Verify");
        }

        @Override
        public HttpReply handle(HttpCall call, Operation operation) {
            try {
                return text(200, verifier.verify(call, "").accessKeyId());
            } catch (SignatureFailure e) {
                return text(e.status(), e.status() + " " + e.code());
            }
        }

        @Override
        public HttpReply refuse(HttpCall call, Operation operation, Refusal refusal) {
            return text(refusal.status(), refusal.message());
        }

        private static HttpReply text(int status, String text) {
            return HttpReply.status(status)
                    .body(text.getBytes(StandardCharsets.UTF_8), "text/plain")
                    .build();
        }
    }
}
