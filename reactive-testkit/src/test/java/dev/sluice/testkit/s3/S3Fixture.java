package dev.sluice.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** A server with one bucket for each test, and short words for the SDK's calls. */
abstract class S3Fixture {
    static final String BUCKET = "bucket";

    LocalS3 server = started();

    /** The server of the test; a test class with other settings overrides it. */
    LocalS3 started() {
        return LocalS3.start(BUCKET);
    }

    S3AsyncClient s3 = server.client();

    @BeforeEach
    void noRequestsYet() {
        server.clearRequests();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(30, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new CompletionException(e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("No answer", e);
        }
    }

    static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    PutObjectResponse put(String key, byte[] content) {
        return await(s3.putObject(put -> put.bucket(BUCKET).key(key), AsyncRequestBody.fromBytes(content)));
    }

    byte[] get(String key) {
        return await(s3.getObject(get -> get.bucket(BUCKET).key(key), AsyncResponseTransformer.toBytes()))
                .asByteArray();
    }

    byte[] range(String key, String range) {
        return await(s3.getObject(get -> get.bucket(BUCKET).key(key).range(range), AsyncResponseTransformer.toBytes()))
                .asByteArray();
    }

    byte[] get(GetObjectRequest request) {
        return await(s3.getObject(request, AsyncResponseTransformer.toBytes())).asByteArray();
    }

    /** Asserts that a call fails as S3 fails it. */
    static void assertFails(int status, String code, ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(S3Exception.class, e -> {
            assertThat(e.statusCode()).isEqualTo(status);
            assertThat(e.awsErrorDetails().errorCode()).isEqualTo(code);
        });
    }
}
