package dev.sluice.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private static final long SECOND = 1_000_000_000L;

    private long now;
    private final TokenBucket bucket = new TokenBucket(1_000_000, () -> now);

    @Test
    void passesAtTheRateAfterWhatItHoldsIsGone() {
        long passed = 0;
        while (now < 10 * SECOND) {
            long taken = bucket.take(64 * 1024);
            passed += taken;
            if (taken == 0) {
                long wait = bucket.nanosUntil(64 * 1024);
                assertThat(wait).isPositive();
                now += wait;
            }
        }

        assertThat(passed).isBetween(10_000_000L, 10_100_000L);
    }

    @Test
    void doesNotSaveUpAPause() {
        now = 100 * SECOND;

        assertThat(bucket.take(1_000_000)).isEqualTo(50_000);
        assertThat(bucket.take(1_000_000)).isZero();
    }

    @Test
    void whatPassedAlreadyIsPaidOffFirst() {
        bucket.charge(1_050_000);

        assertThat(bucket.take(1)).isZero();
        assertThat(bucket.nanosUntil(1)).isBetween(SECOND, SECOND + 10_000);
        now = SECOND + 2_000;
        assertThat(bucket.take(1)).isEqualTo(1);
    }
}
