package dev.sluice.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the values that users write accept, say and refuse. */
class PublicTypesTest {
    private static final ObjectHandle OBJECT = new ObjectHandle(S3Path.parse("s3://b/k"), 10, "\"e\"");

    @ParameterizedTest
    @CsvSource({
        "s3://bucket, bucket, ''",
        "s3://bucket/, bucket, ''",
        "s3://bucket/key, bucket, key",
        "s3://bucket//a//b/, bucket, /a//b/",
        "s3://bucket/../a/./b, bucket, ../a/./b",
        "s3://bucket/a b%20c+d?e#f, bucket, a b%20c+d?e#f",
        "s3://bucket/ключ/😀, bucket, ключ/😀",
    })
    void aPathKeepsItsKeyAsItIs(String text, String bucket, String key) {
        S3Path path = S3Path.parse(text);
        assertThat(path.bucket()).isEqualTo(bucket);
        assertThat(path.key()).isEqualTo(key);
        assertThat(S3Path.parse(path.toString())).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "bucket/key", "s3:/bucket", "s3://", "s3:///key", "S3://bucket/key", "s3a://bucket/key"})
    void whatIsNoPathIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> S3Path.parse(text))
                .withMessageContaining("'");
    }

    @Test
    void aPathNamesABucket() {
        assertThatIllegalArgumentException().isThrownBy(() -> new S3Path("", "key"));
        assertThatIllegalArgumentException().isThrownBy(() -> new S3Path("a/b", "key"));
        assertThatNullPointerException().isThrownBy(() -> new S3Path("bucket", null));
    }

    @Test
    void pathsAreJoinedWithOneSlash() {
        assertThat(S3Path.parse("s3://b").resolve("x")).hasToString("s3://b/x");
        assertThat(S3Path.parse("s3://b/dir").resolve("x")).hasToString("s3://b/dir/x");
        assertThat(S3Path.parse("s3://b/dir/").resolve("x/y")).hasToString("s3://b/dir/x/y");
        assertThat(S3Path.parse("s3://b/dir/").resolve("/x")).hasToString("s3://b/dir//x");
    }

    @Test
    void aRangeIsInsideOfWhatCanBeCounted() {
        ByteRange range = new ByteRange(5, 3);
        assertThat(range.end()).isEqualTo(8);
        assertThat(range).hasToString("bytes 5-7");
        assertThat(new ByteRange(0, Integer.MAX_VALUE).end()).isEqualTo(Integer.MAX_VALUE);
        assertThatIllegalArgumentException().isThrownBy(() -> new ByteRange(-1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new ByteRange(0, 0));
        assertThatThrownBy(() -> new ByteRange(Long.MAX_VALUE, 1)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void aRequestStaysInsideOfItsObject() {
        assertThat(new RangeRequest(OBJECT, new ByteRange(0, 10)).range().end()).isEqualTo(10);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RangeRequest(OBJECT, new ByteRange(1, 10)))
                .withMessage("bytes 1-10 runs over the end of s3://b/k (10 bytes)");
        assertThatIllegalArgumentException().isThrownBy(() -> new ObjectHandle(S3Path.parse("s3://b/k"), -1, "e"));
    }

    @Test
    void readOptionsAreChecked() {
        Duration second = Duration.ofSeconds(1);
        assertThat(ReadOptions.defaults()).isEqualTo(new ReadOptions(8, 8 << 20, 128 << 10, 5, Duration.ofSeconds(30)));
        assertThat(new ReadOptions(1, 1, 0, 1, Duration.ofMillis(1)).concurrency())
                .isOne();
        assertThat(new ReadOptions(1, 1, 0, 1, Duration.ofDays(1)).maxAttempts())
                .isOne();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReadOptions(0, 1, 0, 1, second))
                .withMessageContaining("concurrency");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReadOptions(1, 0, 0, 1, second))
                .withMessageContaining("maxRequestBytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReadOptions(1, 1, -1, 1, second))
                .withMessageContaining("coalesceGap");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReadOptions(1, 1, 0, 0, second))
                .withMessageContaining("maxAttempts");
        for (Duration wrong : new Duration[] {
            Duration.ZERO,
            Duration.ofMillis(1).minusNanos(1),
            Duration.ofDays(1).plusNanos(1)
        }) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new ReadOptions(1, 1, 0, 1, wrong))
                    .withMessageContaining("idleTimeout");
        }
    }

    @Test
    void aFileSystemNeedsAClientAndAConnection() {
        assertThatIllegalStateException()
                .isThrownBy(() -> S3FileSystem.builder().build())
                .withMessageContaining("s3");
        assertThatNullPointerException()
                .isThrownBy(() -> S3FileSystem.builder().s3(null))
                .withMessageContaining("s3");
        assertThatNullPointerException().isThrownBy(() -> S3FileSystem.builder().readOptions(null));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> S3FileSystem.builder().maxConcurrency(0));
    }

    @Test
    void errorsSayWhetherToTryAgain() {
        Throwable cause = new IllegalStateException("own");
        StorageException unavailable = new StorageUnavailableException("503", cause);
        assertThat(unavailable.isRetryable()).isTrue();
        assertThat(unavailable).hasMessage("503").hasCause(cause);
        assertThat(new ObjectNotFoundException("404", cause).isRetryable()).isFalse();
        assertThat(new StorageAccessDeniedException("403", cause).isRetryable()).isFalse();
        assertThat(new RangeNotSatisfiableException("416", cause).isRetryable()).isFalse();
        assertThat(new StorageRequestRejectedException("400", cause).isRetryable())
                .isFalse();
        ObjectChangedException changed = new ObjectChangedException(OBJECT, cause);
        assertThat(changed.isRetryable()).isFalse();
        assertThat(changed).hasMessageContaining("s3://b/k").hasMessageContaining("\"e\"");
    }
}
