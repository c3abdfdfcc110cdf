package dev.sluice.fs.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fs.internal.read.TransportException.Kind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private final Backoff least = new Backoff(() -> 0);
    private final Backoff most = new Backoff(() -> 1);

    @Test
    void theBoundDoublesAndHalfOfItIsTheLeast() {
        assertThat(least.before(1, failure(Kind.TRANSIENT, null))).isEqualTo(Duration.ofMillis(25));
        assertThat(most.before(1, failure(Kind.TRANSIENT, null))).isEqualTo(Duration.ofMillis(50));
        assertThat(most.before(2, failure(Kind.TRANSIENT, null))).isEqualTo(Duration.ofMillis(100));
        assertThat(most.before(4, failure(Kind.TRANSIENT, null))).isEqualTo(Duration.ofMillis(400));
    }

    @Test
    void throttledRequestsWaitLonger() {
        assertThat(most.before(1, failure(Kind.THROTTLED, null))).isEqualTo(Duration.ofMillis(500));
        assertThat(least.before(3, failure(Kind.THROTTLED, null))).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void noPauseIsLongerThanTwentySeconds() {
        assertThat(most.before(10, failure(Kind.THROTTLED, null))).isEqualTo(Duration.ofSeconds(20));
        assertThat(most.before(Long.MAX_VALUE, failure(Kind.THROTTLED, null))).isEqualTo(Duration.ofSeconds(20));
        assertThat(most.before(1, failure(Kind.THROTTLED, Duration.ofHours(1)))).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void whatTheServiceAsksForIsTheLeast() {
        assertThat(most.before(1, failure(Kind.THROTTLED, Duration.ofSeconds(3))))
                .isEqualTo(Duration.ofSeconds(3));
        assertThat(most.before(4, failure(Kind.THROTTLED, Duration.ofSeconds(1))))
                .isEqualTo(Duration.ofSeconds(4));
    }

    private static TransportException failure(Kind kind, @Nullable Duration retryAfter) {
        return new TransportException(kind, "x", retryAfter, null);
    }
}
