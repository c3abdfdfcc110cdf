package dev.sluice.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.services.s3.model.GetObjectAttributesResponse;
import software.amazon.awssdk.services.s3.model.Grant;
import software.amazon.awssdk.services.s3.model.ObjectAttributes;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;
import software.amazon.awssdk.services.s3.model.Permission;
import software.amazon.awssdk.services.s3.model.Tag;
import software.amazon.awssdk.services.s3.model.Type;

/** Tags, access control and attributes. */
class DescriptionTest extends S3Fixture {
    private static final byte[] BYTES = random(100);

    @Test
    void tagsComeWithThePutAndChangeLater() {
        await(s3.putObject(
                put -> put.bucket(BUCKET).key("key").tagging("a=1&b%20c=d%2Be"), AsyncRequestBody.fromBytes(BYTES)));
        assertThat(await(s3.getObjectTagging(get -> get.bucket(BUCKET).key("key")))
                        .tagSet())
                .containsExactlyInAnyOrder(tag("a", "1"), tag("b c", "d+e"));

        await(s3.putObjectTagging(put -> put.bucket(BUCKET).key("key").tagging(tags -> tags.tagSet(tag("x", "y")))));
        assertThat(await(s3.getObjectTagging(get -> get.bucket(BUCKET).key("key")))
                        .tagSet())
                .containsExactly(tag("x", "y"));

        await(s3.deleteObjectTagging(delete -> delete.bucket(BUCKET).key("key")));
        assertThat(await(s3.getObjectTagging(get -> get.bucket(BUCKET).key("key")))
                        .tagSet())
                .isEmpty();
        assertThat(get("key")).isEqualTo(BYTES);
    }

    @Test
    void refusesMoreThanTenTags() {
        put("key", BYTES);
        Tag[] tags = new Tag[11];
        for (int i = 0; i < tags.length; i++) {
            tags[i] = tag("k" + i, "v");
        }

        assertFails(
                400,
                "BadRequest",
                () -> await(
                        s3.putObjectTagging(put -> put.bucket(BUCKET).key("key").tagging(all -> all.tagSet(tags)))));
    }

    @Test
    void bucketsHaveTagsToo() {
        assertFails(404, "NoSuchTagSet", () -> await(s3.getBucketTagging(get -> get.bucket(BUCKET))));

        await(s3.putBucketTagging(put -> put.bucket(BUCKET).tagging(tags -> tags.tagSet(tag("x", "y")))));

        assertThat(await(s3.getBucketTagging(get -> get.bucket(BUCKET))).tagSet())
                .containsExactly(tag("x", "y"));
        await(s3.deleteBucketTagging(delete -> delete.bucket(BUCKET)));
        assertFails(404, "NoSuchTagSet", () -> await(s3.getBucketTagging(get -> get.bucket(BUCKET))));
    }

    @Test
    void keepsACannedAcl() {
        await(s3.putObject(
                put -> put.bucket(BUCKET).key("key").acl(ObjectCannedACL.PUBLIC_READ),
                AsyncRequestBody.fromBytes(BYTES)));

        assertThat(await(s3.getObjectAcl(get -> get.bucket(BUCKET).key("key"))).grants())
                .extracting(Grant::permission)
                .containsExactly(Permission.FULL_CONTROL, Permission.READ);
        await(s3.putObjectAcl(put -> put.bucket(BUCKET).key("key").acl(ObjectCannedACL.PRIVATE)));
        assertThat(await(s3.getObjectAcl(get -> get.bucket(BUCKET).key("key"))).grants())
                .hasSize(1);
    }

    @Test
    void keepsGrantsFromHeadersAndDocuments() {
        await(s3.putObject(
                put -> put.bucket(BUCKET).key("key").grantRead("id=\"someone\""), AsyncRequestBody.fromBytes(BYTES)));
        assertThat(await(s3.getObjectAcl(get -> get.bucket(BUCKET).key("key"))).grants())
                .anySatisfy(grant -> assertThat(grant.grantee().id()).isEqualTo("someone"));

        await(s3.putBucketAcl(put -> put.bucket(BUCKET)
                .accessControlPolicy(policy -> policy.owner(owner -> owner.id("me"))
                        .grants(Grant.builder()
                                .permission(Permission.WRITE)
                                .grantee(grantee -> grantee.type(Type.GROUP).uri("http://group"))
                                .build()))));
        assertThat(await(s3.getBucketAcl(get -> get.bucket(BUCKET))).grants())
                .anySatisfy(grant -> assertThat(grant.grantee().uri()).isEqualTo("http://group"));
    }

    @Test
    void saysTheAttributesAskedFor() {
        String etag = put("key", BYTES).eTag();

        GetObjectAttributesResponse attributes = await(s3.getObjectAttributes(get -> get.bucket(BUCKET)
                .key("key")
                .objectAttributes(
                        ObjectAttributes.E_TAG,
                        ObjectAttributes.OBJECT_SIZE,
                        ObjectAttributes.CHECKSUM,
                        ObjectAttributes.STORAGE_CLASS)));

        assertThat(etag).isEqualTo('"' + attributes.eTag() + '"');
        assertThat(attributes.objectSize()).isEqualTo(100);
        assertThat(attributes.storageClassAsString()).isEqualTo("STANDARD");
        assertThat(attributes.checksum().checksumCRC32())
                .isEqualTo(dev.sluice.testkit.internal.checksum.ChecksumAlgorithm.CRC32.of(BYTES));
        assertThat(attributes.objectParts()).isNull();
    }

    private static Tag tag(String key, String value) {
        return Tag.builder().key(key).value(value).build();
    }
}
