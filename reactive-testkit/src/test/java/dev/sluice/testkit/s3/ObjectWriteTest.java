package dev.sluice.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Subscriber;
import reactor.core.publisher.Flux;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.MetadataDirective;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.Tag;

class ObjectWriteTest extends S3Fixture {
    private static final byte[] BYTES = random(100_000);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a//b",
                "/a",
                "a/",
                "//",
                "a b",
                "a+b",
                "a%20b",
                "100%",
                "é/ü/日本",
                "\uD83D\uDE00",
                "a&b=c?d#e",
                "~._-",
                "..",
                "a/../b",
                "<x>\"'",
                "a:b@c,d;e",
                "(1) [2] {3}",
                "tab\there"
            })
    void keepsAKeyAsItIs(String key) {
        put(key, BYTES);

        assertThat(get(key)).isEqualTo(BYTES);
        assertThat(server.store().get(BUCKET, key)).isPresent();
        assertThat(await(s3.listObjectsV2(list -> list.bucket(BUCKET))).contents())
                .singleElement()
                .satisfies(object -> assertThat(object.key()).isEqualTo(key));
        await(s3.deleteObject(delete -> delete.bucket(BUCKET).key(key)));
        assertThat(server.store().get(BUCKET, key)).isEmpty();
    }

    @Test
    void refusesAKeyThatIsTooLong() {
        assertFails(400, "KeyTooLongError", () -> put("k".repeat(1_025), BYTES));
        put("k".repeat(1_024), BYTES);
    }

    @Test
    void anOverwriteLeavesNoFileBehind() throws Exception {
        StoredObject first = server.store().put(BUCKET, "key", BYTES);

        put("key", random(5));

        assertThat(first.file()).doesNotExist();
        assertThat(get("key")).isEqualTo(random(5));
    }

    @ParameterizedTest
    @EnumSource(names = {"CRC32", "CRC32_C", "SHA1", "SHA256"})
    void keepsAndReturnsTheChecksumItVerified(ChecksumAlgorithm algorithm) {
        await(s3.putObject(
                put -> put.bucket(BUCKET).key("key").checksumAlgorithm(algorithm), AsyncRequestBody.fromBytes(BYTES)));

        GetObjectResponse response = read();
        String expected = expected(algorithm);

        assertThat(List.of(
                        Optional.ofNullable(response.checksumCRC32()),
                        Optional.ofNullable(response.checksumCRC32C()),
                        Optional.ofNullable(response.checksumSHA1()),
                        Optional.ofNullable(response.checksumSHA256())))
                .contains(Optional.of(expected));
        assertThat(response.checksumTypeAsString()).isEqualTo("FULL_OBJECT");
    }

    @ParameterizedTest
    @EnumSource(names = {"CRC32", "CRC32_C", "SHA1", "SHA256"})
    void refusesAChecksumThatDoesNotFit(ChecksumAlgorithm algorithm) {
        String wrong = dev.sluice.testkit.internal.checksum.ChecksumAlgorithm.valueOf(name(algorithm))
                .of(random(3));
        PutObjectRequest.Builder put = PutObjectRequest.builder().bucket(BUCKET).key("key");
        switch (algorithm) {
            case CRC32 -> put.checksumCRC32(wrong);
            case CRC32_C -> put.checksumCRC32C(wrong);
            case SHA1 -> put.checksumSHA1(wrong);
            default -> put.checksumSHA256(wrong);
        }

        assertFails(400, "BadDigest", () -> await(s3.putObject(put.build(), AsyncRequestBody.fromBytes(BYTES))));
        assertThat(server.store().get(BUCKET, "key")).isEmpty();
    }

    @Test
    void verifiesACrc64GivenByTheClient() {
        String right = dev.sluice.testkit.internal.checksum.ChecksumAlgorithm.CRC64NVME.of(BYTES);

        await(s3.putObject(
                put -> put.bucket(BUCKET).key("key").checksumCRC64NVME(right), AsyncRequestBody.fromBytes(BYTES)));

        assertThat(read().checksumCRC64NVME()).isEqualTo(right);
        assertFails(
                400,
                "BadDigest",
                () -> await(s3.putObject(
                        put -> put.bucket(BUCKET).key("key").checksumCRC64NVME("AAAAAAAAAAA="),
                        AsyncRequestBody.fromBytes(BYTES))));
        assertFails(
                400,
                "InvalidRequest",
                () -> await(s3.putObject(
                        put -> put.bucket(BUCKET).key("key").checksumCRC64NVME("AAAA"),
                        AsyncRequestBody.fromBytes(BYTES))));
    }

    @Test
    void computesACrc64WhereTheClientGivesNone() {
        S3AsyncClient plain = server.newClient(
                builder -> builder.requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED));

        await(plain.putObject(put -> put.bucket(BUCKET).key("key"), AsyncRequestBody.fromBytes(BYTES)));

        assertThat(read().checksumCRC64NVME())
                .isEqualTo(dev.sluice.testkit.internal.checksum.ChecksumAlgorithm.CRC64NVME.of(BYTES));
        assertThat(server.requests("PutObject"))
                .singleElement()
                .satisfies(put -> assertThat(put.header("x-amz-trailer")).isNull());
    }

    @Test
    void takesTheFramingOffABodyWithTrailers() {
        await(s3.putObject(
                put -> put.bucket(BUCKET).key("key").contentEncoding("gzip").contentLength((long) BYTES.length),
                published(BYTES)));

        S3Request put = server.requests("PutObject").get(0);
        assertThat(put.header("x-amz-trailer")).isEqualTo("x-amz-checksum-crc32");
        assertThat(put.header("x-amz-content-sha256")).startsWith("STREAMING-");
        assertThat(get("key")).isEqualTo(BYTES);
        assertThat(read().contentEncoding()).isEqualTo("gzip");
    }

    @Test
    void refusesContentThatDoesNotFitItsMd5() {
        assertFails(
                400,
                "BadDigest",
                () -> await(s3.putObject(
                        put -> put.bucket(BUCKET).key("key").contentMD5("AAAAAAAAAAAAAAAAAAAAAA=="),
                        AsyncRequestBody.fromBytes(BYTES))));
        assertFails(
                400,
                "InvalidDigest",
                () -> await(s3.putObject(
                        put -> put.bucket(BUCKET).key("key").contentMD5("AAAA"), AsyncRequestBody.fromBytes(BYTES))));
    }

    @Test
    void writesUnderACondition() {
        await(s3.putObject(put -> put.bucket(BUCKET).key("key").ifNoneMatch("*"), AsyncRequestBody.fromBytes(BYTES)));
        String etag = server.store().get(BUCKET, "key").orElseThrow().etag();

        assertFails(
                412,
                "PreconditionFailed",
                () -> await(s3.putObject(
                        put -> put.bucket(BUCKET).key("key").ifNoneMatch("*"), AsyncRequestBody.fromBytes(BYTES))));
        assertFails(
                412,
                "PreconditionFailed",
                () -> await(s3.putObject(
                        put -> put.bucket(BUCKET).key("key").ifMatch("\"other\""), AsyncRequestBody.fromBytes(BYTES))));
        assertFails(
                404,
                "NoSuchKey",
                () -> await(s3.putObject(
                        put -> put.bucket(BUCKET).key("nothing").ifMatch(etag), AsyncRequestBody.fromBytes(BYTES))));
        await(s3.putObject(put -> put.bucket(BUCKET).key("key").ifMatch(etag), AsyncRequestBody.fromBytes(random(3))));
        assertThat(get("key")).isEqualTo(random(3));
    }

    @Test
    void copiesContentAndDescription() {
        String etag = await(s3.putObject(
                        put -> put.bucket(BUCKET)
                                .key("a b/ä+")
                                .contentType("text/x")
                                .metadata(Map.of("k", "v"))
                                .tagging("t=1"),
                        AsyncRequestBody.fromBytes(BYTES)))
                .eTag();

        String copied = await(s3.copyObject(copy("a b/ä+", "copy").build()))
                .copyObjectResult()
                .eTag();
        await(s3.deleteObject(delete -> delete.bucket(BUCKET).key("a b/ä+")));

        GetObjectResponse response = await(
                        s3.getObject(get -> get.bucket(BUCKET).key("copy"), AsyncResponseTransformer.toBytes()))
                .response();
        assertThat(get("copy")).isEqualTo(BYTES);
        assertThat(copied).isEqualTo(etag);
        assertThat(response.contentType()).isEqualTo("text/x");
        assertThat(response.metadata()).containsEntry("k", "v");
        assertThat(response.tagCount()).isEqualTo(1);
    }

    @Test
    void aCopyMayChangeTheDescription() {
        put("key", BYTES);

        assertFails(
                400,
                "InvalidRequest",
                () -> await(s3.copyObject(copy("key", "key").build())));
        await(s3.copyObject(copy("key", "key")
                .metadataDirective(MetadataDirective.REPLACE)
                .metadata(Map.of("new", "1"))
                .contentType("x/y")
                .taggingDirective("REPLACE")
                .tagging("a=b")
                .checksumAlgorithm(ChecksumAlgorithm.SHA256)
                .build()));

        assertThat(get("key")).isEqualTo(BYTES);
        assertThat(read().metadata()).isEqualTo(Map.of("new", "1"));
        assertThat(read().contentType()).isEqualTo("x/y");
        assertThat(read().checksumSHA256()).isEqualTo(expected(ChecksumAlgorithm.SHA256));
        assertThat(await(s3.getObjectTagging(get -> get.bucket(BUCKET).key("key")))
                        .tagSet())
                .containsExactly(Tag.builder().key("a").value("b").build());
    }

    @Test
    void copiesUnderACondition() {
        String etag = put("key", BYTES).eTag();

        assertFails(
                412,
                "PreconditionFailed",
                () -> await(s3.copyObject(
                        copy("key", "copy").copySourceIfMatch("\"other\"").build())));
        assertFails(
                412,
                "PreconditionFailed",
                () -> await(s3.copyObject(
                        copy("key", "copy").copySourceIfNoneMatch(etag).build())));
        await(s3.copyObject(copy("key", "copy").copySourceIfMatch(etag).build()));
        assertFails(
                412,
                "PreconditionFailed",
                () -> await(s3.copyObject(copy("key", "copy").ifNoneMatch("*").build())));
        assertFails(
                404,
                "NoSuchKey",
                () -> await(s3.copyObject(copy("nothing", "copy").build())));
    }

    private static CopyObjectRequest.Builder copy(String from, String to) {
        return CopyObjectRequest.builder()
                .sourceBucket(BUCKET)
                .sourceKey(from)
                .destinationBucket(BUCKET)
                .destinationKey(to);
    }

    private GetObjectResponse read() {
        return await(s3.getObject(
                        get -> get.bucket(BUCKET).key("key").checksumMode(ChecksumMode.ENABLED),
                        AsyncResponseTransformer.toBytes()))
                .response();
    }

    private static String expected(ChecksumAlgorithm algorithm) {
        return dev.sluice.testkit.internal.checksum.ChecksumAlgorithm.valueOf(name(algorithm))
                .of(BYTES);
    }

    private static String name(ChecksumAlgorithm algorithm) {
        return algorithm.name().replace("_", "");
    }

    /** A body that comes in several pieces, so that the SDK frames it. */
    private static AsyncRequestBody published(byte[] content) {
        return new AsyncRequestBody() {
            @Override
            public Optional<Long> contentLength() {
                return Optional.of((long) content.length);
            }

            @Override
            public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
                Flux.range(0, 10)
                        .map(i -> ByteBuffer.wrap(content, i * content.length / 10, content.length / 10))
                        .subscribe(subscriber);
            }
        };
    }
}
