package dev.sluice.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.DeleteMarkerEntry;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;
import software.amazon.awssdk.services.s3.model.ObjectVersion;

class VersioningTest extends S3Fixture {
    @Test
    void keepsWhatIsOverwritten() {
        switchTo(BucketVersioningStatus.ENABLED);
        String first = put("key", random(1)).versionId();
        String second = put("key", random(2)).versionId();

        assertThat(first).isNotEqualTo(second);
        assertThat(get("key")).isEqualTo(random(2));
        assertThat(version("key", first)).isEqualTo(random(1));
        assertThat(await(s3.headObject(head -> head.bucket(BUCKET).key("key"))).versionId())
                .isEqualTo(second);
        assertFails(404, "NoSuchVersion", () -> version("key", "nothing"));
    }

    @Test
    void deletesByAMarkerThatCanBeTakenAway() {
        switchTo(BucketVersioningStatus.ENABLED);
        String version = put("key", random(1)).versionId();

        DeleteObjectResponse deleted =
                await(s3.deleteObject(delete -> delete.bucket(BUCKET).key("key")));

        assertThat(deleted.deleteMarker()).isTrue();
        assertFails(404, "NoSuchKey", () -> get("key"));
        assertThat(await(s3.listObjectsV2(list -> list.bucket(BUCKET))).contents())
                .isEmpty();
        assertThat(version("key", version)).isEqualTo(random(1));
        assertFails(405, "MethodNotAllowed", () -> version("key", deleted.versionId()));

        DeleteObjectResponse undone =
                await(s3.deleteObject(delete -> delete.bucket(BUCKET).key("key").versionId(deleted.versionId())));
        assertThat(undone.deleteMarker()).isTrue();
        assertThat(get("key")).isEqualTo(random(1));
    }

    @Test
    void deletesAVersionForGood() {
        switchTo(BucketVersioningStatus.ENABLED);
        String first = put("key", random(1)).versionId();
        String second = put("key", random(2)).versionId();

        await(s3.deleteObject(delete -> delete.bucket(BUCKET).key("key").versionId(second)));

        assertThat(get("key")).isEqualTo(random(1));
        await(s3.deleteObject(delete -> delete.bucket(BUCKET).key("key").versionId(first)));
        assertThat(await(s3.listObjectVersions(list -> list.bucket(BUCKET))).versions())
                .isEmpty();
    }

    @Test
    void whereItIsSuspendedWritesReplaceTheNullVersion() {
        put("key", random(1));
        switchTo(BucketVersioningStatus.ENABLED);
        String kept = put("key", random(2)).versionId();
        switchTo(BucketVersioningStatus.SUSPENDED);
        put("key", random(3));

        assertThat(get("key")).isEqualTo(random(3));
        assertThat(version("key", kept)).isEqualTo(random(2));
        assertThat(version("key", "null")).isEqualTo(random(3));
        assertThat(await(s3.getBucketVersioning(get -> get.bucket(BUCKET))).status())
                .isEqualTo(BucketVersioningStatus.SUSPENDED);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 1000})
    void listsVersionsAndMarkers(int pageSize) {
        switchTo(BucketVersioningStatus.ENABLED);
        String a1 = put("a", random(1)).versionId();
        String a2 = put("a", random(2)).versionId();
        String marker =
                await(s3.deleteObject(delete -> delete.bucket(BUCKET).key("a"))).versionId();
        String b1 = put("b/x", random(1)).versionId();

        List<String> versions = new ArrayList<>();
        List<String> markers = new ArrayList<>();
        String key = null;
        String version = null;
        do {
            String fromKey = key;
            String fromVersion = version;
            ListObjectVersionsResponse page = await(s3.listObjectVersions(list ->
                    list.bucket(BUCKET).maxKeys(pageSize).keyMarker(fromKey).versionIdMarker(fromVersion)));
            page.versions().stream().map(ObjectVersion::versionId).forEach(versions::add);
            page.deleteMarkers().stream().map(DeleteMarkerEntry::versionId).forEach(markers::add);
            key = page.nextKeyMarker();
            version = page.nextVersionIdMarker();
            assertThat(page.isTruncated()).isEqualTo(key != null);
        } while (key != null);

        assertThat(versions).containsExactly(a2, a1, b1);
        assertThat(markers).containsExactly(marker);
    }

    @Test
    void foldsVersionsUnderADelimiter() {
        switchTo(BucketVersioningStatus.ENABLED);
        put("a/1", random(1));
        put("a/1", random(2));
        put("b", random(1));

        ListObjectVersionsResponse page =
                await(s3.listObjectVersions(list -> list.bucket(BUCKET).delimiter("/")));

        assertThat(page.commonPrefixes())
                .singleElement()
                .satisfies(prefix -> assertThat(prefix.prefix()).isEqualTo("a/"));
        assertThat(page.versions()).singleElement().satisfies(version -> {
            assertThat(version.key()).isEqualTo("b");
            assertThat(version.isLatest()).isTrue();
        });
    }

    private void switchTo(BucketVersioningStatus status) {
        await(s3.putBucketVersioning(
                put -> put.bucket(BUCKET).versioningConfiguration(config -> config.status(status))));
    }

    private byte[] version(String key, String versionId) {
        return await(s3.getObject(
                        get -> get.bucket(BUCKET).key(key).versionId(versionId), AsyncResponseTransformer.toBytes()))
                .asByteArray();
    }
}
