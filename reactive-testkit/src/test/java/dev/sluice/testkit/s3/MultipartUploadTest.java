package dev.sluice.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.ListPartsResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.Part;
import software.amazon.awssdk.services.s3.model.UploadPartCopyResponse;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

class MultipartUploadTest extends S3Fixture {
    private static final String KEY = "big/object";
    private static final byte[] FIRST = random(1_000);
    private static final byte[] SECOND = random(2_000);
    private static final byte[] THIRD = random(10);

    @Override
    LocalS3 started() {
        return LocalS3.builder().buckets(BUCKET).minimumPartBytes(100).start();
    }

    @Test
    void putsTheObjectTogether() {
        String upload = begin();
        List<CompletedPart> parts = List.of(part(upload, 1, FIRST), part(upload, 3, SECOND), part(upload, 7, THIRD));

        CompleteMultipartUploadResponse done = complete(upload, parts);

        assertThat(get(KEY)).isEqualTo(join(FIRST, SECOND, THIRD));
        assertThat(done.eTag()).matches("\"[0-9a-f]{32}-3\"");
        assertThat(await(s3.headObject(head -> head.bucket(BUCKET).key(KEY))).eTag())
                .isEqualTo(done.eTag());
        assertThat(uploads()).isEmpty();
    }

    @Test
    void aPartSentAgainReplacesTheFirst() {
        String upload = begin();
        part(upload, 1, FIRST);
        CompletedPart again = part(upload, 1, SECOND);

        complete(upload, List.of(again));

        assertThat(get(KEY)).isEqualTo(SECOND);
    }

    @Test
    void readsByPartNumber() {
        String upload = begin();
        complete(upload, List.of(part(upload, 1, FIRST), part(upload, 2, SECOND)));

        GetObjectResponse response = await(s3.getObject(
                        get -> get.bucket(BUCKET).key(KEY).partNumber(2), AsyncResponseTransformer.toBytes()))
                .response();

        assertThat(response.partsCount()).isEqualTo(2);
        assertThat(response.contentRange()).isEqualTo("bytes 1000-2999/3000");
        assertThat(await(s3.getObject(
                                get -> get.bucket(BUCKET).key(KEY).partNumber(1), AsyncResponseTransformer.toBytes()))
                        .asByteArray())
                .isEqualTo(FIRST);
        assertFails(
                416,
                "InvalidPartNumber",
                () -> await(s3.getObject(
                        get -> get.bucket(BUCKET).key(KEY).partNumber(3), AsyncResponseTransformer.toBytes())));
    }

    @Test
    void refusesPartsThatAreNotThere() {
        String upload = begin();
        CompletedPart part = part(upload, 1, FIRST);

        assertFails(
                400,
                "InvalidPart",
                () -> complete(
                        upload, List.of(part.toBuilder().eTag("\"other\"").build())));
        assertFails(
                400,
                "InvalidPart",
                () -> complete(
                        upload, List.of(part, part.toBuilder().partNumber(2).build())));
    }

    @Test
    void refusesPartsOutOfOrderAndTooSmall() {
        String upload = begin();
        CompletedPart first = part(upload, 1, THIRD);
        CompletedPart second = part(upload, 2, SECOND);

        assertFails(400, "InvalidPartOrder", () -> complete(upload, List.of(second, first)));
        assertFails(400, "EntityTooSmall", () -> complete(upload, List.of(first, second)));
        assertThat(uploads()).as("a refused completion leaves the upload").hasSize(1);
    }

    @Test
    void refusesNumbersOutOfRange() {
        String upload = begin();

        assertFails(400, "InvalidArgument", () -> part(upload, 0, FIRST));
        assertFails(400, "InvalidArgument", () -> part(upload, 10_001, FIRST));
    }

    @Test
    void abortDropsTheParts() {
        String upload = begin();
        part(upload, 1, FIRST);

        await(s3.abortMultipartUpload(abort -> abort.bucket(BUCKET).key(KEY).uploadId(upload)));

        assertThat(uploads()).isEmpty();
        assertFails(404, "NoSuchUpload", () -> part(upload, 2, SECOND));
        assertFails(
                404,
                "NoSuchUpload",
                () -> await(s3.abortMultipartUpload(
                        abort -> abort.bucket(BUCKET).key(KEY).uploadId(upload))));
    }

    @Test
    void aRepeatedCompletionIsAnsweredAsTheFirst() {
        String upload = begin();
        List<CompletedPart> parts = List.of(part(upload, 1, FIRST));

        String etag = complete(upload, parts).eTag();

        assertThat(complete(upload, parts).eTag()).isEqualTo(etag);
    }

    @Test
    void completesUnderACondition() {
        put(KEY, FIRST);
        String upload = begin();
        List<CompletedPart> parts = List.of(part(upload, 1, SECOND), part(upload, 2, THIRD));

        assertFails(
                412,
                "PreconditionFailed",
                () -> await(s3.completeMultipartUpload(complete -> complete.bucket(BUCKET)
                        .key(KEY)
                        .uploadId(upload)
                        .ifNoneMatch("*")
                        .multipartUpload(all -> all.parts(parts)))));
        assertThat(get(KEY)).isEqualTo(FIRST);

        complete(upload, parts);
        assertThat(get(KEY)).isEqualTo(join(SECOND, THIRD));
    }

    @Test
    void copiesPartsFromObjects() {
        put("source", SECOND);
        String upload = begin();
        CompletedPart whole = copied(upload, 1, null);
        CompletedPart slice = copied(upload, 2, "bytes=10-19");

        complete(upload, List.of(whole, slice));

        assertThat(get(KEY)).isEqualTo(join(SECOND, Arrays.copyOfRange(SECOND, 10, 20)));
        assertThat(get("source")).isEqualTo(SECOND);
        assertFails(400, "InvalidArgument", () -> copied(upload(), 1, "bytes=10-2000"));
    }

    @Test
    void listsUploads() {
        String a = begin("a/1");
        begin("a/2");
        String b = begin("b");

        ListMultipartUploadsResponse page =
                await(s3.listMultipartUploads(list -> list.bucket(BUCKET).maxUploads(1)));
        ListMultipartUploadsResponse rest = await(s3.listMultipartUploads(
                list -> list.bucket(BUCKET).keyMarker(page.nextKeyMarker()).uploadIdMarker(page.nextUploadIdMarker())));
        ListMultipartUploadsResponse folded =
                await(s3.listMultipartUploads(list -> list.bucket(BUCKET).delimiter("/")));

        assertThat(page.uploads()).extracting(MultipartUpload::uploadId).containsExactly(a);
        assertThat(page.isTruncated()).isTrue();
        assertThat(rest.uploads()).extracting(MultipartUpload::key).containsExactly("a/2", "b");
        assertThat(rest.isTruncated()).isFalse();
        assertThat(folded.commonPrefixes()).extracting(CommonPrefix::prefix).containsExactly("a/");
        assertThat(folded.uploads()).extracting(MultipartUpload::uploadId).containsExactly(b);
    }

    @Test
    void listsParts() {
        String upload = begin();
        part(upload, 1, FIRST);
        part(upload, 5, SECOND);

        ListPartsResponse page = await(s3.listParts(
                list -> list.bucket(BUCKET).key(KEY).uploadId(upload).maxParts(1)));
        ListPartsResponse rest = await(s3.listParts(
                list -> list.bucket(BUCKET).key(KEY).uploadId(upload).partNumberMarker(page.nextPartNumberMarker())));

        assertThat(page.parts()).extracting(Part::size).containsExactly(1_000L);
        assertThat(page.isTruncated()).isTrue();
        assertThat(rest.parts()).extracting(Part::partNumber).containsExactly(5);
        assertThat(rest.isTruncated()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "CRC32, COMPOSITE", "CRC32, FULL_OBJECT",
        "CRC32_C, COMPOSITE", "CRC32_C, FULL_OBJECT",
        "SHA1, COMPOSITE", "SHA256, COMPOSITE",
    })
    void keepsTheChecksumOfTheWhole(ChecksumAlgorithm algorithm, String type) {
        String upload = await(s3.createMultipartUpload(create -> create.bucket(BUCKET)
                        .key(KEY)
                        .checksumAlgorithm(algorithm)
                        .checksumType(type)))
                .uploadId();
        List<CompletedPart> parts = List.of(part(upload, 1, FIRST, algorithm), part(upload, 2, SECOND, algorithm));

        CompleteMultipartUploadResponse done = complete(upload, parts);
        GetObjectResponse read = await(s3.getObject(
                        get -> get.bucket(BUCKET).key(KEY).checksumMode(ChecksumMode.ENABLED),
                        AsyncResponseTransformer.toBytes()))
                .response();

        assertThat(done.checksumTypeAsString()).isEqualTo(type).isEqualTo(read.checksumTypeAsString());
        String value = first(read.checksumCRC32(), read.checksumCRC32C(), read.checksumSHA1(), read.checksumSHA256());
        if (type.equals("COMPOSITE")) {
            assertThat(value).endsWith("-2");
        } else {
            assertThat(value)
                    .isEqualTo(dev.sluice.testkit.internal.checksum.ChecksumAlgorithm.valueOf(
                                    algorithm.name().replace("_", ""))
                            .of(join(FIRST, SECOND)));
        }
    }

    @Test
    void aCompositeChecksumNeedsThoseOfTheParts() {
        String upload = await(s3.createMultipartUpload(
                        create -> create.bucket(BUCKET).key(KEY).checksumAlgorithm(ChecksumAlgorithm.SHA256)))
                .uploadId();
        CompletedPart part = part(upload, 1, FIRST, ChecksumAlgorithm.SHA256);

        assertFails(
                400,
                "InvalidRequest",
                () -> complete(
                        upload, List.of(part.toBuilder().checksumSHA256(null).build())));
    }

    @ParameterizedTest
    @EnumSource(names = {"SHA1", "SHA256"})
    void aDigestHasNoFullObjectType(ChecksumAlgorithm algorithm) {
        assertFails(
                400,
                "InvalidRequest",
                () -> await(s3.createMultipartUpload(create -> create.bucket(BUCKET)
                        .key(KEY)
                        .checksumAlgorithm(algorithm)
                        .checksumType("FULL_OBJECT"))));
    }

    @Test
    void servesTheMultipartClient() {
        byte[] content = random(3_000_000);
        S3AsyncClient client = server.newClient(builder -> builder.multipartEnabled(true)
                .multipartConfiguration(
                        config -> config.thresholdInBytes(500_000L).minimumPartSizeInBytes(400_000L)));

        await(client.putObject(put -> put.bucket(BUCKET).key(KEY), AsyncRequestBody.fromBytes(content)));
        await(client.copyObject(copy -> copy.sourceBucket(BUCKET)
                .sourceKey(KEY)
                .destinationBucket(BUCKET)
                .destinationKey("copy")));

        assertThat(server.requests("UploadPart")).hasSizeGreaterThan(1);
        assertThat(server.requests("UploadPartCopy")).hasSizeGreaterThan(1);
        assertThat(await(client.getObject(get -> get.bucket(BUCKET).key("copy"), AsyncResponseTransformer.toBytes()))
                        .asByteArray())
                .isEqualTo(content);
        assertThat(get(KEY)).isEqualTo(content);
    }

    private String upload() {
        return begin();
    }

    private String begin() {
        return begin(KEY);
    }

    private String begin(String key) {
        return await(s3.createMultipartUpload(create -> create.bucket(BUCKET).key(key)))
                .uploadId();
    }

    private CompletedPart part(String upload, int number, byte[] content) {
        String etag = await(s3.uploadPart(
                        part -> part.bucket(BUCKET).key(KEY).uploadId(upload).partNumber(number),
                        AsyncRequestBody.fromBytes(content)))
                .eTag();
        return CompletedPart.builder().partNumber(number).eTag(etag).build();
    }

    private CompletedPart part(String upload, int number, byte[] content, ChecksumAlgorithm algorithm) {
        UploadPartResponse response = await(s3.uploadPart(
                part -> part.bucket(BUCKET)
                        .key(KEY)
                        .uploadId(upload)
                        .partNumber(number)
                        .checksumAlgorithm(algorithm),
                AsyncRequestBody.fromBytes(content)));
        return CompletedPart.builder()
                .partNumber(number)
                .eTag(response.eTag())
                .checksumCRC32(response.checksumCRC32())
                .checksumCRC32C(response.checksumCRC32C())
                .checksumSHA1(response.checksumSHA1())
                .checksumSHA256(response.checksumSHA256())
                .build();
    }

    private CompletedPart copied(String upload, int number, @Nullable String range) {
        UploadPartCopyResponse response = await(s3.uploadPartCopy(copy -> copy.sourceBucket(BUCKET)
                .sourceKey("source")
                .copySourceRange(range)
                .destinationBucket(BUCKET)
                .destinationKey(KEY)
                .uploadId(upload)
                .partNumber(number)));
        return CompletedPart.builder()
                .partNumber(number)
                .eTag(response.copyPartResult().eTag())
                .build();
    }

    private CompleteMultipartUploadResponse complete(String upload, List<CompletedPart> parts) {
        return await(s3.completeMultipartUpload(complete ->
                complete.bucket(BUCKET).key(KEY).uploadId(upload).multipartUpload(all -> all.parts(parts))));
    }

    private List<MultipartUpload> uploads() {
        return await(s3.listMultipartUploads(list -> list.bucket(BUCKET))).uploads();
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static String first(@Nullable String... values) {
        List<String> found = new ArrayList<>();
        for (String value : values) {
            if (value != null) {
                found.add(value);
            }
        }
        assertThat(found).hasSize(1);
        return found.get(0);
    }
}
