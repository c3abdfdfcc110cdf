package dev.sluice.fs.internal.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.fs.FetchedRange;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.test.util.RaceTestUtils;

/** What a receiver gets in hand. */
class BufferedRangeTest {
    private final ReadFixture fixture = new ReadFixture().coalesceGap(100);
    private FetchedRange first;
    private FetchedRange second;

    @BeforeEach
    void readTwoNeighbours() {
        Received received = fixture.subscribe(List.of(fixture.range(10, 20), fixture.range(40, 5)));
        received.requestUnbounded();
        first = received.ranges.get(0);
        second = received.ranges.get(1);
    }

    @Test
    void eachCallGivesAViewOfItsOwn() {
        ByteBuffer view = first.bytes();
        view.position(7);
        assertThat(first.bytes().position()).isZero();
        assertThat(first.bytes().remaining()).isEqualTo(20);
        assertThat(first.bytes().capacity()).isEqualTo(20);
        assertThat(second.bytes().remaining()).isEqualTo(5);
        assertThat(first.object()).isEqualTo(fixture.object);
    }

    @Test
    void nobodyCanWriteThroughAView() {
        assertThat(first.bytes().isReadOnly()).isTrue();
        assertThat(first.bytes().hasArray()).isFalse();
    }

    @Test
    void aClosedRangeSaysWhichOneItWas() {
        first.close();
        assertThatThrownBy(first::bytes)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("s3://bucket/object (bytes 10-29) was closed");
        assertThat(first).hasToString("s3://bucket/object (bytes 10-29, closed)");
        assertThat(second).hasToString("s3://bucket/object (bytes 40-44)");
        assertThat(second.bytes().remaining()).isEqualTo(5);
    }

    @Test
    void closingFromManyThreadsCountsOnce() {
        for (int i = 0; i < 2_000; i++) {
            readTwoNeighbours();
            RaceTestUtils.race(first::close, first::close, second::close);
        }
        first = second;
        assertThat(fixture.fs.metrics().bytesInUse())
                .as("only those of the set-up")
                .isEqualTo(35);
        assertThat(fixture.budget.inUse()).isEqualTo(35);
    }
}
