package dev.sluice.reader.internal.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.reader.Await;
import dev.sluice.reader.OwnedBatch;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.test.util.RaceTestUtils;

/** The life of a batch from the decoder's hands until its bytes are back, in each way it can go. */
class ResultScopeTest {
    private final ScopeFixture fixture = new ScopeFixture();
    private final ResultScope scope = fixture.scope;

    @AfterEach
    void nothingIsLeft() {
        fixture.close();
    }

    @Test
    void aGivenBatchIsReadAndClosedByItsReceiver() {
        OwnedBatch batch = fixture.given("a", null, "c");
        long bytes = scope.heldBytes();
        assertThat(bytes).isPositive().isEqualTo(scope.memory().decode().inUse());
        assertThat(scope.heldBatches()).isOne();
        assertThat(batch.rowCount()).isEqualTo(3);
        assertThat(batch.schema()).isSameAs(fixture.schema);
        assertThat(batch.row(0).getString("text")).isEqualTo("a");
        assertThat(batch.row(1).isNull("list")).isTrue();
        assertThat(ScopeFixture.values(batch.vectors())).containsExactly("a null c", "[0,1] null [2,3]");
        assertThat(batch.isClosed()).isFalse();
        assertThat(batch).hasToString("batch 0 of query q");
        assertThat(ResultScope.of(batch)).isSameAs(scope);
        batch.close();
        batch.close();
        assertThat(batch.isClosed()).isTrue();
        assertThat(scope.closedBatches()).isOne();
        assertThat(fixture.events).containsExactly("opened " + bytes, "closed " + bytes);
    }

    @Test
    void nothingIsReadOfAClosedBatch() {
        OwnedBatch batch = fixture.given("a");
        var row = batch.row(0);
        VectorSchemaRoot vectors = batch.vectors();
        vectors.close();
        assertThat(batch.isClosed()).as("closing the vectors closes the batch").isTrue();
        assertThatIllegalStateException()
                .isThrownBy(batch::vectors)
                .withMessage("batch 0 of query q was closed by user close");
        assertThatIllegalStateException().isThrownBy(batch::rowCount);
        assertThatIllegalStateException().isThrownBy(() -> batch.row(0));
        assertThatIllegalStateException().isThrownBy(() -> row.getString(0));
        assertThatIllegalStateException().isThrownBy(() -> batch.detach(fixture.root));
    }

    @Test
    void aLentBatchTellsWhoClosedIt() {
        for (CloseCause cause : CloseCause.values()) {
            LentBatch batch = fixture.lent("a");
            assertThat(batch.row(0).getString(0)).isEqualTo("a");
            assertThat(batch.rows()).isSameAs(batch.rows());
            batch.close(cause);
            batch.close(CloseCause.USER);
            assertThatIllegalStateException()
                    .isThrownBy(batch::vectors)
                    .withMessageEndingWith("was closed by "
                            + switch (cause) {
                                case USER -> "user close";
                                case CALLBACK -> "end of the callback";
                                case CANCEL -> "cancellation";
                                case ERROR -> "an error of the stream";
                            });
        }
        assertThat(scope.closedBatches()).isEqualTo(CloseCause.values().length);
    }

    @Test
    void aSweepClosesWhatNobodyTouched() {
        OwnedBatch touched = fixture.given("a");
        OwnedBatch untouched = fixture.given("b");
        OwnedBatch closed = fixture.given("c");
        touched.vectors();
        closed.close();
        scope.sweep();
        scope.sweep();
        assertThat(touched.isClosed()).isFalse();
        assertThat(untouched.isClosed()).isTrue();
        assertThatIllegalStateException()
                .isThrownBy(untouched::vectors)
                .withMessage("batch 1 of query q was closed by cancellation");
        assertThat(scope.heldBatches()).isOne();
        touched.close();
        assertThat(scope.closedBatches()).isEqualTo(3);
    }

    @Test
    void aSweepAndAReceiverNeverBothHaveABatch() {
        for (int round = 0; round < 2_000; round++) {
            OwnedBatch batch = fixture.given("a");
            AtomicInteger read = new AtomicInteger();
            RaceTestUtils.race(scope::sweep, () -> {
                try {
                    read.addAndGet(batch.vectors().getRowCount());
                } catch (IllegalStateException swept) {
                    assertThat(swept).hasMessageContaining("cancellation");
                }
            });
            assertThat(batch.isClosed()).isEqualTo(read.get() == 0);
            batch.close();
        }
        assertThat(scope.closedBatches()).isEqualTo(2_000);
    }

    @Test
    void batchesOutliveTheEndOfTheirScopeAndNoOtherIsMade() {
        OwnedBatch batch = fixture.given("a");
        scope.end();
        scope.end();
        assertThat(fixture.root.getChildAllocators()).hasSize(1);
        assertThat(batch.row(0).getString(0)).isEqualTo("a");
        batch.close();
        assertThat(fixture.root.getChildAllocators()).isEmpty();
        assertThatThrownBy(() -> scope.memory().allocate(100).block()).isInstanceOf(CancellationException.class);
    }

    @Test
    void aDiscardedBatchIsFreedWithoutBeingCounted() {
        scope.discard(fixture.decoded("a"));
        assertThat(fixture.events).isEmpty();
        assertThat(scope.closedBatches()).isZero();
    }

    @Test
    void aBatchThatIsNotFreedWholeIsReportedAndNotThrown() {
        // not closed: what is leaked here on purpose, no allocator takes back
        ScopeFixture leaky = new ScopeFixture();
        DecodedBatch decoded = leaky.decoded("a");
        decoded.vectors().getVector(0).getDataBuffer().getReferenceManager().retain();
        OwnedBatch batch = leaky.scope.give(decoded, leaky.schema);
        batch.close();
        assertThat(leaky.budget.inUse())
                .as("the limit has its bytes back all the same")
                .isZero();
        assertThat(leaky.events).noneMatch(event -> event.startsWith("allocator leaked"));
        leaky.scope.end();
        assertThat(leaky.events).last().asString().startsWith("allocator leaked ");
    }

    @Test
    void aDetachedBatchIsOutsideOfTheLimit() {
        try (BufferAllocator target = fixture.root.newChildAllocator("target", 0, Long.MAX_VALUE)) {
            OwnedBatch batch = fixture.given("a", null, "c");
            OwnedBatch detached = batch.detach(target);
            assertThat(batch.isClosed()).isTrue();
            assertThatIllegalStateException().isThrownBy(batch::vectors).withMessageEndingWith("closed by detach");
            assertThatIllegalStateException().isThrownBy(() -> batch.detach(target));
            assertThat(fixture.budget.inUse()).isZero();
            assertThat(target.getAllocatedMemory()).isPositive();
            assertRead(detached);
            detached.close();
            detached.close();
            assertThat(detached.isClosed()).isTrue();
            assertThat(target.getAllocatedMemory()).isZero();
            assertThatIllegalStateException().isThrownBy(detached::vectors);
            assertThatIllegalStateException().isThrownBy(detached::rowCount);
            assertThatIllegalStateException().isThrownBy(() -> detached.row(0));
            assertThatIllegalStateException().isThrownBy(() -> detached.detach(target));
        }
    }

    @Test
    void aBatchIsDetachedToAllocatorsOfAnotherRootToo() {
        try (RootAllocator other = new RootAllocator();
                RootAllocator third = new RootAllocator()) {
            LentBatch batch = fixture.lent("a", null, "c");
            OwnedBatch detached = batch.detach(other);
            batch.close(CloseCause.CALLBACK);
            assertThat(fixture.budget.inUse()).isZero();
            OwnedBatch again = detached.detach(third);
            assertThat(detached.isClosed()).isTrue();
            assertThat(other.getAllocatedMemory()).isZero();
            assertRead(again);
            again.close();
        }
    }

    private static void assertRead(OwnedBatch batch) {
        assertThat(batch.rowCount()).isEqualTo(3);
        assertThat(batch.schema().size()).isEqualTo(2);
        assertThat(batch.row(2).getString("text")).isEqualTo("c");
        assertThat(ScopeFixture.values(batch.vectors())).containsExactly("a null c", "[0,1] null [2,3]");
        assertThat(batch.isClosed()).isFalse();
    }

    @Test
    void aDetachThatFindsNoRoomLosesNothing() {
        try (RootAllocator small = new RootAllocator(40)) {
            OwnedBatch batch = fixture.given("a", null, "c");
            assertThatThrownBy(() -> batch.detach(small)).isInstanceOf(RuntimeException.class);
            assertThat(batch.isClosed()).isTrue();
            assertThat(small.getAllocatedMemory()).isZero();
        }
    }

    @Test
    void aForgottenBatchIsFreedAndToldOnceForAQuery() {
        forget();
        Await.until(() -> {
            System.gc();
            return scope.heldBatches() == 0;
        });
        assertThat(fixture.events.stream().filter("leaked"::equals)).hasSize(3);
        assertThat(scope.reportsLeak()).as("another warning of this query").isFalse();
    }

    private void forget() {
        List.of("a", "b", "c").forEach(text -> fixture.given(text).vectors());
    }

    @Test
    void vectorsKeepTheirBatchReachable() {
        VectorSchemaRoot vectors = fixture.given("a").vectors();
        for (int i = 0; i < 5; i++) {
            System.gc();
        }
        OwnedBatch marker = fixture.given("b");
        marker.close();
        assertThat(ScopeFixture.values(vectors)).containsExactly("a", "[0,1]");
        assertThat(fixture.events).doesNotContain("leaked");
        vectors.close();
        assertThat(scope.heldBatches()).isZero();
    }

    @Test
    void aClosedBatchIsNoLeak() {
        OwnedBatch batch = fixture.given("a");
        new LeakTracker.Forgotten(lifeOf(batch), null).run();
        assertThat(batch.isClosed()).isTrue();
        assertThat(fixture.events).contains("leaked");
        assertThatIllegalStateException().isThrownBy(batch::vectors).withMessageContaining("the leak tracker");
        fixture.events.clear();
        batch.close();
        new LeakTracker.Forgotten(lifeOf(batch), new Throwable("emitted here")).run();
        assertThat(fixture.events).isEmpty();
        assertThat(scope.reportsLeak()).isFalse();
    }

    private static BatchLife lifeOf(OwnedBatch batch) {
        return ((GivenBatch) batch).life();
    }
}
