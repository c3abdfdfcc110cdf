package dev.sluice.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

class SignatureTest extends S3Fixture {
    private static final byte[] BYTES = random(1_000);

    @Test
    void refusesAnotherSecretAndAnotherKey() {
        put("key", BYTES);

        assertFails(
                403,
                "SignatureDoesNotMatch",
                () -> read(StaticCredentialsProvider.create(
                        AwsBasicCredentials.create(LocalS3.ACCESS_KEY_ID, "another"))));
        assertFails(
                403,
                "InvalidAccessKeyId",
                () -> read(StaticCredentialsProvider.create(
                        AwsBasicCredentials.create("another", LocalS3.SECRET_ACCESS_KEY))));
    }

    @Test
    void refusesTheAnonymousUnlessTheyAreAllowed() throws Exception {
        put("key", BYTES);
        assertFails(403, "AccessDenied", () -> read(AnonymousCredentialsProvider.create()));

        try (LocalS3 open = LocalS3.builder().buckets(BUCKET).anonymous(true).start()) {
            open.store().put(BUCKET, "key", BYTES);
            HttpResponse<byte[]> response =
                    send(HttpRequest.newBuilder(open.endpoint().resolve("/bucket/key"))
                            .build());
            HttpResponse<byte[]> refused =
                    send(HttpRequest.newBuilder(open.endpoint().resolve("/No_Name"))
                            .PUT(BodyPublishers.noBody())
                            .build());

            assertThat(response.body()).isEqualTo(BYTES);
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body())
                    .asString()
                    .startsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>InvalidBucketName</Code>")
                    .contains("<BucketName>No_Name</BucketName>", "<Resource>/No_Name</Resource>");
        }
    }

    @Test
    void servesPresignedUrls() throws Exception {
        try (S3Presigner presigner = presigner()) {
            URI put = presigner
                    .presignPutObject(request -> request.signatureDuration(Duration.ofMinutes(5))
                            .putObjectRequest(object -> object.bucket(BUCKET).key("a b/ü+")))
                    .url()
                    .toURI();
            URI get = presigner
                    .presignGetObject(request -> request.signatureDuration(Duration.ofMinutes(5))
                            .getObjectRequest(object -> object.bucket(BUCKET).key("a b/ü+")))
                    .url()
                    .toURI();

            assertThat(send(HttpRequest.newBuilder(put)
                                    .PUT(BodyPublishers.ofByteArray(BYTES))
                                    .build())
                            .statusCode())
                    .isEqualTo(200);
            assertThat(send(HttpRequest.newBuilder(get).build()).body()).isEqualTo(BYTES);
            HttpResponse<byte[]> changed =
                    send(HttpRequest.newBuilder(URI.create(get.toString().replace("a%20b", "a%20c")))
                            .build());
            assertThat(changed.statusCode()).isEqualTo(403);
            assertThat(changed.body()).asString().contains("<Code>SignatureDoesNotMatch</Code>");
        }
    }

    @Test
    void refusesABodyThatIsNotTheSignedOne() throws Exception {
        HttpResponse<byte[]> refused =
                send(HttpRequest.newBuilder(server.endpoint().resolve("/bucket/key"))
                        .header("x-amz-content-sha256", "0".repeat(64))
                        .PUT(BodyPublishers.ofByteArray(BYTES))
                        .build());
        assertThat(refused.statusCode()).as("unsigned").isEqualTo(403);

        try (LocalS3 open = LocalS3.builder().buckets(BUCKET).anonymous(true).start()) {
            HttpResponse<byte[]> mismatch =
                    send(HttpRequest.newBuilder(open.endpoint().resolve("/bucket/key"))
                            .header("x-amz-content-sha256", "0".repeat(64))
                            .PUT(BodyPublishers.ofByteArray(BYTES))
                            .build());
            assertThat(mismatch.body()).asString().contains("<Code>XAmzContentSHA256Mismatch</Code>");
            assertThat(open.store().get(BUCKET, "key")).isEmpty();
        }
    }

    private S3Presigner presigner() {
        return S3Presigner.builder()
                .endpointOverride(server.endpoint())
                .region(Region.of(LocalS3.REGION))
                .credentialsProvider(LocalS3.credentials())
                .serviceConfiguration(
                        S3Configuration.builder().pathStyleAccessEnabled(true).build())
                .build();
    }

    private void read(AwsCredentialsProvider credentials) {
        S3AsyncClient client = server.newClient(builder -> builder.credentialsProvider(credentials));
        await(client.getObject(get -> get.bucket(BUCKET).key("key"), AsyncResponseTransformer.toBytes()));
    }

    private static HttpResponse<byte[]> send(HttpRequest request) throws Exception {
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofByteArray());
    }
}
