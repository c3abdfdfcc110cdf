package dev.sluice.fs.internal.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.fs.ByteRange;
import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.RangeRequest;
import dev.sluice.fs.S3Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RangePlannerTest {
    private final ObjectHandle object = new ObjectHandle(new S3Path("bucket", "a"), 1L << 40, "\"1\"");
    private final ObjectHandle other = new ObjectHandle(new S3Path("bucket", "b"), 1L << 40, "\"1\"");

    @Test
    void neighboursWithinTheGapShareASpan() {
        assertThat(plan(100, 10, range(0, 20), range(20, 5), range(35, 5)))
                .containsExactly(span(object, 0, 40, new ByteRange(0, 20), new ByteRange(20, 5), new ByteRange(35, 5)));
    }

    @Test
    void aGapOneByteTooWideParts() {
        assertThat(plan(100, 10, range(0, 20), range(31, 5))).hasSize(2);
        assertThat(plan(100, 0, range(0, 20), range(20, 5))).hasSize(1);
        assertThat(plan(100, 0, range(0, 20), range(21, 5))).hasSize(2);
    }

    @Test
    void aSpanIsNeverLongerThanARequest() {
        assertThat(plan(40, 10, range(0, 20), range(20, 20))).hasSize(1);
        assertThat(plan(40, 10, range(0, 20), range(20, 21))).hasSize(2);
    }

    @Test
    void overlappingRangesShareASpanOnceRead() {
        assertThat(plan(100, 0, range(10, 50), range(20, 10), range(10, 50), range(30, 50)))
                .containsExactly(span(
                        object,
                        10,
                        70,
                        new ByteRange(10, 50),
                        new ByteRange(20, 10),
                        new ByteRange(10, 50),
                        new ByteRange(30, 50)));
    }

    @Test
    void goingBackwardsStartsAnew() {
        assertThat(plan(100, 100, range(50, 10), range(49, 10))).hasSize(2);
    }

    @Test
    void otherObjectsAndOtherVersionsStartAnew() {
        ObjectHandle newer = new ObjectHandle(object.path(), object.size(), "\"2\"");
        assertThat(plan(
                        100,
                        100,
                        range(0, 10),
                        new RangeRequest(other, new ByteRange(10, 10)),
                        range(20, 10),
                        new RangeRequest(newer, new ByteRange(30, 10))))
                .extracting(Span::object)
                .containsExactly(object, other, object, newer);
    }

    @Test
    void aRangeLongerThanARequestIsASpanOfItsOwn() {
        List<Span> spans = plan(10, 5, range(0, 25), range(25, 5), range(30, 5));
        assertThat(spans).hasSize(2);
        Span longOne = spans.get(0);
        assertThat(longOne.requests(10)).isEqualTo(3);
        assertThat(longOne.part(0, 10)).isEqualTo(new ByteRange(0, 10));
        assertThat(longOne.part(1, 10)).isEqualTo(new ByteRange(10, 10));
        assertThat(longOne.part(2, 10)).isEqualTo(new ByteRange(20, 5));
        assertThat(spans.get(1).requests(10)).isEqualTo(1);
    }

    @Test
    void offsetsBeyondTheIntRangeHold() {
        long far = 5L << 32;
        Span span = plan(Integer.MAX_VALUE, 0, range(far, Integer.MAX_VALUE)).get(0);
        assertThat(span.requests(Integer.MAX_VALUE)).isEqualTo(1);
        assertThat(span.requests(1 << 30)).isEqualTo(2);
        assertThat(span.part(1, 1 << 30)).isEqualTo(new ByteRange(far + (1L << 30), (1 << 30) - 1));
    }

    @Test
    void oneSpanHoldsABoundedNumberOfRanges() {
        List<Span> spans = plan(
                100,
                0,
                Collections.nCopies(RangePlanner.MAX_SLICES + 1, range(0, 10)).toArray(RangeRequest[]::new));
        assertThat(spans).extracting(span -> span.slices().size()).containsExactly(RangePlanner.MAX_SLICES, 1);
    }

    @Test
    void looksOneRangeAheadAndNoFurther() {
        List<Integer> taken = new ArrayList<>();
        Iterator<RangeRequest> source = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public RangeRequest next() {
                taken.add(taken.size());
                return range(taken.size() * 1_000L, 1);
            }
        };
        RangePlanner planner = new RangePlanner(source, 100, 0);
        assertThat(planner.hasNext()).isTrue();
        assertThat(taken).isEmpty();
        planner.next();
        assertThat(taken).hasSize(2);
        planner.next();
        assertThat(taken).hasSize(3);
    }

    @Test
    void aMissingRangeIsNamed() {
        List<RangeRequest> holed = new ArrayList<>();
        holed.add(null);
        RangePlanner planner = new RangePlanner(holed.iterator(), 100, 0);
        assertThatThrownBy(planner::next)
                .isInstanceOf(NoSuchElementException.class)
                .hasMessageContaining("null");
        assertThat(planner.hasNext()).isFalse();
    }

    @Test
    void everyRangeComesOnceInOrderInsideItsSpan() {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            int max = 1 + random.nextInt(200);
            int gap = random.nextInt(50);
            List<RangeRequest> ranges = new ArrayList<>();
            for (int i = random.nextInt(40); i > 0; i--) {
                ranges.add(new RangeRequest(
                        random.nextInt(4) == 0 ? other : object,
                        new ByteRange(random.nextInt(1_000), 1 + random.nextInt(60))));
            }
            if (random.nextBoolean()) {
                ranges.sort((one, two) ->
                        Long.compare(one.range().offset(), two.range().offset()));
            }
            List<Span> spans = plan(max, gap, ranges.toArray(RangeRequest[]::new));
            List<RangeRequest> replayed = new ArrayList<>();
            for (Span span : spans) {
                long end = span.extent().offset();
                for (ByteRange slice : span.slices()) {
                    replayed.add(new RangeRequest(span.object(), slice));
                    assertThat(slice.offset()).isBetween(span.extent().offset(), end + gap);
                    end = Math.max(end, slice.end());
                }
                assertThat(end)
                        .as("nothing is read behind the last")
                        .isEqualTo(span.extent().end());
                assertThat(span.slices().size() == 1 || span.extent().length() <= max)
                        .isTrue();
                assertPartsTile(span, max);
            }
            assertThat(replayed).as("seed " + seed).isEqualTo(ranges);
        }
    }

    private static void assertPartsTile(Span span, int max) {
        long at = span.extent().offset();
        for (int i = 0; i < span.requests(max); i++) {
            ByteRange part = span.part(i, max);
            assertThat(part.offset()).isEqualTo(at);
            assertThat(part.length()).isLessThanOrEqualTo(max);
            at = part.end();
        }
        assertThat(at).isEqualTo(span.extent().end());
    }

    private RangeRequest range(long offset, int length) {
        return new RangeRequest(object, new ByteRange(offset, length));
    }

    private static Span span(ObjectHandle object, long offset, int length, ByteRange... slices) {
        return new Span(object, new ByteRange(offset, length), List.of(slices));
    }

    private static List<Span> plan(int maxSharedBytes, int gap, RangeRequest... ranges) {
        List<Span> spans = new ArrayList<>();
        new RangePlanner(Arrays.asList(ranges).iterator(), maxSharedBytes, gap).forEachRemaining(spans::add);
        return spans;
    }
}
