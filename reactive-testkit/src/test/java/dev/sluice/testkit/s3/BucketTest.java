package dev.sluice.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.model.Bucket;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.DeletedObject;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Error;
import software.amazon.awssdk.services.s3.model.S3Exception;

class BucketTest extends S3Fixture {
    @Test
    void livesFromCreateToDelete() {
        await(s3.createBucket(create -> create.bucket("another")));

        assertThat(await(s3.headBucket(head -> head.bucket("another"))).bucketRegion())
                .isEqualTo("us-east-1");
        assertThat(await(s3.listBuckets()).buckets()).extracting(Bucket::name).containsExactly("another", BUCKET);
        assertThat(await(s3.getBucketLocation(get -> get.bucket("another"))).locationConstraintAsString())
                .isNullOrEmpty();

        await(s3.deleteBucket(delete -> delete.bucket("another")));
        assertThatThrownBy(() -> await(s3.headBucket(head -> head.bucket("another"))))
                .isInstanceOf(S3Exception.class)
                .satisfies(e -> assertThat(((S3Exception) e).statusCode()).isEqualTo(404));
        assertThatThrownBy(() -> await(s3.deleteBucket(delete -> delete.bucket("another"))))
                .isInstanceOf(NoSuchBucketException.class);
    }

    @Test
    void keepsWhatIsInItFromBeingDeleted() {
        put("key", new byte[1]);

        assertFails(409, "BucketNotEmpty", () -> await(s3.deleteBucket(delete -> delete.bucket(BUCKET))));
    }

    @Test
    void deletesManyKeysAndSaysWhichFailed() {
        put("a", new byte[1]);
        put("b", new byte[1]);

        DeleteObjectsResponse response = await(s3.deleteObjects(request -> request.bucket(BUCKET)
                .delete(delete -> delete.objects(
                        object("a").build(),
                        object("nothing").build(),
                        object("b").eTag("\"other\"").build()))));

        assertThat(response.deleted()).extracting(DeletedObject::key).containsExactly("a", "nothing");
        assertThat(response.errors()).extracting(S3Error::key).containsExactly("b");
        assertThat(response.errors()).extracting(S3Error::code).containsExactly("PreconditionFailed");
        assertThat(server.store().list(BUCKET, ""))
                .extracting(StoredObject::key)
                .containsExactly("b");
    }

    @Test
    void aQuietBatchSaysOnlyWhatFailed() {
        put("a", new byte[1]);

        DeleteObjectsResponse response = await(s3.deleteObjects(request -> request.bucket(BUCKET)
                .delete(delete -> delete.quiet(true).objects(object("a").build()))));

        assertThat(response.deleted()).isEmpty();
        assertThat(response.errors()).isEmpty();
        assertThat(server.store().list(BUCKET, "")).isEmpty();
    }

    @Test
    void refusesABatchThatIsTooLarge() {
        List<ObjectIdentifier> objects =
                IntStream.range(0, 1_001).mapToObj(i -> object("k" + i).build()).toList();

        assertFails(
                400,
                "MalformedXML",
                () -> await(
                        s3.deleteObjects(request -> request.bucket(BUCKET).delete(delete -> delete.objects(objects)))));
    }

    @Test
    void saysWhatItDoesNotDo() {
        assertFails(501, "NotImplemented", () -> await(s3.getBucketPolicy(get -> get.bucket(BUCKET))));
    }

    private static ObjectIdentifier.Builder object(String key) {
        return ObjectIdentifier.builder().key(key);
    }
}
