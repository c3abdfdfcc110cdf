package dev.sluice.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.ListObjectsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

class ObjectListingTest extends S3Fixture {
    private static final byte[] NOTHING = new byte[0];

    @Test
    void listsInTheOrderOfUtf8Bytes() {
        // U+FF5E comes before U+1F600 by its UTF-8 bytes, but behind it by Java's UTF-16 units.
        List<String> ordered = List.of("A", "a", "a b", "a/", "a//b", "a/b", "b+c%20", "é", "\uFF5E", "\uD83D\uDE00");
        List<String> shuffled = new ArrayList<>(ordered);
        Collections.reverse(shuffled);
        shuffled.forEach(key -> store(key));

        assertThat(keys(list("", "", 1000))).isEqualTo(ordered);
    }

    @Test
    void foldsWhatLiesUnderADelimiter() {
        store("a/1", "a/2", "b", "c/d/1", "c/2");

        ListObjectsV2Response top = list("", "/", 1000);
        ListObjectsV2Response below = list("c/", "/", 1000);

        assertThat(keys(top)).containsExactly("b");
        assertThat(prefixes(top)).containsExactly("a/", "c/");
        assertThat(top.keyCount()).isEqualTo(3);
        assertThat(keys(below)).containsExactly("c/2");
        assertThat(prefixes(below)).containsExactly("c/d/");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 1000})
    void pagesWithoutGapOrRepeat(int pageSize) {
        store("a/1", "a/2", "a0", "b", "b/x", "c/1", "c/2", "d");

        List<String> found = new ArrayList<>();
        String token = null;
        do {
            String from = token;
            ListObjectsV2Response page = await(s3.listObjectsV2(
                    list -> list.bucket(BUCKET).delimiter("/").maxKeys(pageSize).continuationToken(from)));
            assertThat(page.keyCount()).isLessThanOrEqualTo(pageSize);
            found.addAll(keys(page));
            found.addAll(prefixes(page));
            token = page.nextContinuationToken();
            assertThat(page.isTruncated()).isEqualTo(token != null);
        } while (token != null);

        assertThat(found).containsExactlyInAnyOrder("a/", "a0", "b", "b/", "c/", "d");
    }

    @Test
    void startsBehindAKey() {
        store("a", "b", "c");

        ListObjectsV2Response page = await(s3.listObjectsV2(
                ListObjectsV2Request.builder().bucket(BUCKET).startAfter("a").build()));

        assertThat(keys(page)).containsExactly("b", "c");
        assertThat(page.startAfter()).isEqualTo("a");
    }

    @Test
    void saysTheSizeTagClassAndOwner() {
        StoredObject stored = server.store().put(BUCKET, "key", random(5));

        ListObjectsV2Response page =
                await(s3.listObjectsV2(list -> list.bucket(BUCKET).fetchOwner(true)));

        assertThat(page.contents()).singleElement().satisfies(object -> {
            assertThat(object.size()).isEqualTo(5);
            assertThat(object.eTag()).isEqualTo(stored.etag());
            assertThat(object.lastModified()).isEqualTo(stored.lastModified());
            assertThat(object.storageClassAsString()).isEqualTo("STANDARD");
            assertThat(object.owner().id()).isNotEmpty();
        });
    }

    @Test
    void theFirstVersionPagesByMarker() {
        store("a/1", "a/2", "b", "c/1", "d");

        ListObjectsResponse first =
                await(s3.listObjects(list -> list.bucket(BUCKET).delimiter("/").maxKeys(2)));
        ListObjectsResponse second =
                await(s3.listObjects(list -> list.bucket(BUCKET).delimiter("/").marker(first.nextMarker())));

        assertThat(first.isTruncated()).isTrue();
        assertThat(first.contents()).extracting(S3Object::key).containsExactly("b");
        assertThat(first.commonPrefixes()).extracting(CommonPrefix::prefix).containsExactly("a/");
        assertThat(second.isTruncated()).isFalse();
        assertThat(second.contents()).extracting(S3Object::key).containsExactly("d");
        assertThat(second.commonPrefixes()).extracting(CommonPrefix::prefix).containsExactly("c/");
    }

    @Test
    void anEmptyPageIsAllowed() {
        store("a");

        ListObjectsV2Response page = list("", "", 0);

        assertThat(page.contents()).isEmpty();
        assertThat(page.isTruncated()).isFalse();
    }

    @Test
    void refusesATokenThatItDidNotGive() {
        assertFails(
                400,
                "InvalidArgument",
                () -> await(s3.listObjectsV2(list -> list.bucket(BUCKET).continuationToken("?"))));
    }

    @Test
    void pagesThousandsOfKeys() {
        for (int i = 0; i < 2_500; i++) {
            store("k/%05d".formatted(i));
        }

        List<String> found = new ArrayList<>();
        Flux.from(s3.listObjectsV2Paginator(list -> list.bucket(BUCKET)).contents())
                .doOnNext(object -> found.add(object.key()))
                .blockLast();

        assertThat(found).hasSize(2_500).isSorted();
        assertThat(server.requests("ListObjectsV2")).hasSize(3);
    }

    private void store(String... keys) {
        for (String key : keys) {
            server.store().put(BUCKET, key, NOTHING);
        }
    }

    private ListObjectsV2Response list(String prefix, String delimiter, int maxKeys) {
        return await(s3.listObjectsV2(
                list -> list.bucket(BUCKET).prefix(prefix).delimiter(delimiter).maxKeys(maxKeys)));
    }

    private static List<String> keys(ListObjectsV2Response page) {
        return page.contents().stream().map(S3Object::key).toList();
    }

    private static List<String> prefixes(ListObjectsV2Response page) {
        return page.commonPrefixes().stream().map(CommonPrefix::prefix).toList();
    }
}
