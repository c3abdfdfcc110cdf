package dev.sluice.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;

class ObjectReadTest extends S3Fixture {
    private static final byte[] BYTES = random(1_000);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_536, 3_000_001})
    void givesBackWhatWasPut(int size) {
        byte[] content = random(size);
        String etag = put("a/key", content).eTag();

        GetObjectResponse head = await(
                        s3.getObject(get -> get.bucket(BUCKET).key("a/key"), AsyncResponseTransformer.toBytes()))
                .response();

        assertThat(get("a/key")).isEqualTo(content);
        assertThat(head.eTag()).isEqualTo(etag).matches("\"[0-9a-f]{32}\"");
        assertThat(head.contentLength()).isEqualTo(size);
        assertThat(head.lastModified()).isBetween(Instant.now().minusSeconds(60), Instant.now());
        assertThat(head.acceptRanges()).isEqualTo("bytes");
    }

    @Test
    void servesWhatTheStoreWasGiven() {
        StoredObject stored = server.store().put(BUCKET, "direct", BYTES);

        assertThat(get("direct")).isEqualTo(BYTES);
        assertThat(stored.size()).isEqualTo(BYTES.length);
        assertThat(stored.file()).hasBinaryContent(BYTES);
        assertThat(put("same", BYTES).eTag()).isEqualTo(stored.etag());
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=0-0, 0, 1",
        "bytes=10-19, 10, 10",
        "bytes=990-, 990, 10",
        "bytes=-5, 995, 5",
        "bytes=-5000, 0, 1000",
        "bytes=500-99999, 500, 500",
    })
    void sendsTheRangeAskedFor(String range, int first, int length) {
        put("key", BYTES);

        GetObjectRequest request = GetObjectRequest.builder()
                .bucket(BUCKET)
                .key("key")
                .range(range)
                .build();
        GetObjectResponse response =
                await(s3.getObject(request, AsyncResponseTransformer.toBytes())).response();

        assertThat(get(request)).isEqualTo(Arrays.copyOfRange(BYTES, first, first + length));
        assertThat(response.contentRange()).isEqualTo("bytes " + first + "-" + (first + length - 1) + "/1000");
        assertThat(response.sdkHttpResponse().statusCode()).isEqualTo(206);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=1000-", "bytes=1000-1001", "bytes=-0"})
    void refusesARangeBehindTheEnd(String range) {
        put("key", BYTES);

        assertFails(416, "InvalidRange", () -> range("key", range));
    }

    @Test
    void refusesAnyRangeOfAnEmptyObject() {
        put("empty", new byte[0]);

        assertFails(416, "InvalidRange", () -> range("empty", "bytes=0-"));
        assertFails(416, "InvalidRange", () -> range("empty", "bytes=-1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=5-1", "bytes=a-b", "bytes=0-1,5-6", "lines=0-1"})
    void ignoresARangeThatIsNone(String range) {
        put("key", BYTES);

        assertThat(range("key", range)).isEqualTo(BYTES);
    }

    @Test
    void headSaysWhatGetSays() {
        await(s3.putObject(
                put -> put.bucket(BUCKET)
                        .key("key")
                        .contentType("text/csv")
                        .cacheControl("no-store")
                        .contentDisposition("attachment")
                        .contentEncoding("gzip")
                        .contentLanguage("de")
                        .storageClass("STANDARD_IA")
                        .serverSideEncryption("aws:kms")
                        .ssekmsKeyId("key-1")
                        .metadata(Map.of("owner", "me", "note", "a  b")),
                AsyncRequestBody.fromBytes(BYTES)));

        HeadObjectResponse head =
                await(s3.headObject(request -> request.bucket(BUCKET).key("key")));
        GetObjectResponse get = await(
                        s3.getObject(request -> request.bucket(BUCKET).key("key"), AsyncResponseTransformer.toBytes()))
                .response();

        assertThat(head.contentLength()).isEqualTo(1_000);
        assertThat(head.contentType()).isEqualTo("text/csv").isEqualTo(get.contentType());
        assertThat(head.cacheControl()).isEqualTo("no-store").isEqualTo(get.cacheControl());
        assertThat(head.contentDisposition()).isEqualTo("attachment").isEqualTo(get.contentDisposition());
        assertThat(head.contentEncoding()).isEqualTo("gzip").isEqualTo(get.contentEncoding());
        assertThat(head.contentLanguage()).isEqualTo("de").isEqualTo(get.contentLanguage());
        assertThat(head.storageClassAsString()).isEqualTo("STANDARD_IA").isEqualTo(get.storageClassAsString());
        assertThat(head.serverSideEncryptionAsString()).isEqualTo("aws:kms");
        assertThat(head.ssekmsKeyId()).isEqualTo("key-1");
        assertThat(head.metadata()).containsEntry("owner", "me").hasSize(2).isEqualTo(get.metadata());
        assertThat(head.eTag()).isEqualTo(get.eTag());
    }

    @Test
    void saysWhatIsMissing() {
        assertThatThrownBy(() -> get("nothing"))
                .isInstanceOf(NoSuchKeyException.class)
                .hasMessageContaining("The specified key does not exist");
        assertFails(
                404,
                "NoSuchBucket",
                () -> await(
                        s3.getObject(get -> get.bucket("elsewhere").key("key"), AsyncResponseTransformer.toBytes())));
        assertThatThrownBy(() -> await(s3.headObject(head -> head.bucket(BUCKET).key("nothing"))))
                .isInstanceOfSatisfying(
                        S3Exception.class, e -> assertThat(e.statusCode()).isEqualTo(404));
    }

    @Test
    void conditionsOnTheTag() {
        String etag = put("key", BYTES).eTag();

        assertThat(get(request().ifMatch(etag).build())).isEqualTo(BYTES);
        assertThat(get(request().ifNoneMatch("\"other\"").build())).isEqualTo(BYTES);
        assertFails(
                412,
                "PreconditionFailed",
                () -> get(request().ifMatch("\"other\"").build()));
        assertThatThrownBy(() -> get(request().ifNoneMatch(etag).build()))
                .isInstanceOfSatisfying(
                        S3Exception.class, e -> assertThat(e.statusCode()).isEqualTo(304));
    }

    @Test
    void conditionsOnTheDate() {
        put("key", BYTES);
        Instant before = Instant.now().minusSeconds(100);
        Instant after = Instant.now().plusSeconds(100);

        assertThat(get(request().ifModifiedSince(before).build())).isEqualTo(BYTES);
        assertThat(get(request().ifUnmodifiedSince(after).build())).isEqualTo(BYTES);
        assertFails(
                412,
                "PreconditionFailed",
                () -> get(request().ifUnmodifiedSince(before).build()));
        assertThatThrownBy(() -> get(request().ifModifiedSince(after).build()))
                .isInstanceOfSatisfying(
                        S3Exception.class, e -> assertThat(e.statusCode()).isEqualTo(304));
    }

    @Test
    void theTagOutweighsTheDate() {
        String etag = put("key", BYTES).eTag();
        Instant before = Instant.now().minusSeconds(100);

        assertThat(get(request().ifMatch(etag).ifUnmodifiedSince(before).build()))
                .isEqualTo(BYTES);
        assertThat(get(request()
                        .ifNoneMatch("\"other\"")
                        .ifModifiedSince(Instant.now().plusSeconds(100))
                        .build()))
                .isEqualTo(BYTES);
    }

    @Test
    void overridesTheHeadersThatTheRequestNames() {
        put("key", BYTES);

        GetObjectResponse response = await(s3.getObject(
                        request()
                                .responseContentType("x/y")
                                .responseCacheControl("none")
                                .build(),
                        AsyncResponseTransformer.toBytes()))
                .response();

        assertThat(response.contentType()).isEqualTo("x/y");
        assertThat(response.cacheControl()).isEqualTo("none");
    }

    @Test
    void recordsRequests() {
        put("key", BYTES);
        range("key", "bytes=1-2");

        assertThat(server.requests()).extracting(S3Request::operation).containsExactly("PutObject", "GetObject");
        assertThat(server.requests("GetObject")).singleElement().satisfies(request -> {
            assertThat(request.key()).isEqualTo("key");
            assertThat(request.bucket()).isEqualTo(BUCKET);
            assertThat(request.range()).isEqualTo("bytes=1-2");
            assertThat(request.status()).isEqualTo(206);
            assertThat(request.toString()).doesNotContain("Signature");
        });
    }

    private static GetObjectRequest.Builder request() {
        return GetObjectRequest.builder().bucket(BUCKET).key("key");
    }
}
