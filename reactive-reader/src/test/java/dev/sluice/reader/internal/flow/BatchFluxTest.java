package dev.sluice.reader.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.reader.OwnedBatch;
import dev.sluice.reader.RecordBatch;
import dev.sluice.reader.internal.arrow.DecodedBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.arrow.vector.IntVector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;

/** The loop through which every element leaves, seen through each of its doors. */
class BatchFluxTest {
    private final ScriptedSource source = new ScriptedSource();
    private final List<Object> dropped = new ArrayList<>();
    private List<Object> expectedDrops = List.of();

    @BeforeEach
    void watchDropped() {
        Hooks.onErrorDropped(dropped::add);
        Hooks.onNextDropped(dropped::add);
    }

    @AfterEach
    void nothingIsLeft() {
        Hooks.resetOnErrorDropped();
        Hooks.resetOnNextDropped();
        assertThat(dropped).isEqualTo(expectedDrops);
        source.assertNothingLeft();
    }

    private static List<Integer> numbers(RecordBatch batch) {
        IntVector vector = (IntVector) batch.vectors().getVector(0);
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < batch.rowCount(); i++) {
            numbers.add(vector.get(i));
        }
        return numbers;
    }

    private Flux<Integer> rows() {
        return source.delivery().rows(row -> row.getInt(0));
    }

    @Test
    void nothingIsPulledBeforeARequestAndNoMoreThanIsAskedFor() {
        source.batch(1, 2).batch(3).batch(4);
        Recorder<Integer> rows = Recorder.of(rows());
        assertThat(source.pulls).hasValue(0);
        rows.request(1);
        assertThat(rows.elements).containsExactly(1);
        assertThat(source.pulls).hasValue(1);
        rows.request(1);
        assertThat(rows.elements).containsExactly(1, 2);
        assertThat(source.pulls).as("the batch is used up, and nobody asks").hasValue(1);
        rows.request(Long.MAX_VALUE);
        assertThat(rows.elements).containsExactly(1, 2, 3, 4);
        assertThat(rows.completions).isOne();
        assertThat(source.pulls).hasValue(4);
    }

    @Test
    void requestsAddUpAndDoNotOverflow() {
        source.batch(1, 2, 3, 4, 5);
        Recorder<Integer> rows = Recorder.of(rows());
        rows.request(2).request(1);
        assertThat(rows.elements).containsExactly(1, 2, 3);
        rows.request(Long.MAX_VALUE).request(Long.MAX_VALUE);
        assertThat(rows.elements).hasSize(5);
        assertThat(rows.completions).isOne();
    }

    @Test
    void aRequestOfNothingAsksForNothing() {
        source.batch(1);
        Recorder<Integer> rows = Recorder.of(rows());
        rows.request(0).request(-5);
        assertThat(source.pulls).hasValue(0);
        assertThat(rows.ended()).isFalse();
        rows.cancel();
    }

    @Test
    void aKnownLastBatchEndsTheStreamWithItsLastRow() {
        source.batch(1).lastBatch(2, 3);
        Recorder<Integer> rows = Recorder.of(rows());
        rows.request(2);
        assertThat(rows.completions).isZero();
        rows.request(1);
        assertThat(rows.elements).containsExactly(1, 2, 3);
        assertThat(rows.completions).isOne();
        assertThat(source.pulls).hasValue(2);
        rows.request(1);
        assertThat(rows.completions).isOne();
        assertThat(source.pulls).hasValue(2);
    }

    @Test
    void aCancelInsideTheLastRowIsNoEnd() {
        source.lastBatch(1);
        Recorder<Integer> rows = Recorder.of(rows());
        rows.onElement = element -> rows.cancel();
        rows.request(1);
        assertThat(rows.ended()).isFalse();
    }

    @Test
    void requestsFromWithinOnNextKeepTheStackFlat() {
        int batches = 5_000;
        for (int i = 0; i < batches; i++) {
            source.batch(i, i);
        }
        int[] deepest = {0};
        Recorder<Integer> rows = Recorder.of(rows());
        rows.onElement = element -> {
            if (element % 1_000 == 0) {
                deepest[0] = Math.max(deepest[0], Thread.currentThread().getStackTrace().length);
            }
            rows.request(1);
        };
        rows.request(1);
        assertThat(rows.elements).hasSize(2 * batches);
        assertThat(rows.completions).isOne();
        assertThat(deepest[0]).isPositive().isLessThan(200);
    }

    @Test
    void anAnswerThatComesLaterIsPassedOn() {
        source.manual().manual();
        Recorder<Integer> rows = Recorder.of(rows());
        rows.request(10);
        assertThat(source.pulls).hasValue(1);
        source.manuals.get(0).answer(source.decoded(false, 1, 2));
        assertThat(rows.elements).containsExactly(1, 2);
        assertThat(source.pulls).hasValue(2);
        source.manuals.get(1).subscriber.onComplete();
        assertThat(rows.completions).isOne();
    }

    @Test
    void anAnswerCountsOnceItsMonoHasEnded() {
        source.manual();
        Recorder<Integer> rows = Recorder.of(rows());
        rows.request(10);
        source.manuals.get(0).subscriber.onNext(source.decoded(false, 1));
        assertThat(rows.elements).isEmpty();
        source.manuals.get(0).subscriber.onComplete();
        assertThat(rows.elements).containsExactly(1);
        assertThat(rows.completions).isOne();
    }

    @Test
    void aSecondBatchOfOnePullIsFreedAndNotDelivered() {
        source.manual();
        Recorder<Integer> rows = Recorder.of(rows());
        rows.request(10);
        source.manuals.get(0).subscriber.onNext(source.decoded(false, 1));
        source.manuals.get(0).subscriber.onNext(source.decoded(false, 2));
        source.manuals.get(0).subscriber.onComplete();
        source.manuals.get(0).subscriber.onComplete();
        assertThat(rows.elements).containsExactly(1);
        assertThat(rows.completions).isOne();
    }

    @Test
    void anErrorBehindABatchOfThePullFreesTheBatch() {
        source.manual();
        Recorder<Integer> rows = Recorder.of(rows());
        rows.request(10);
        source.manuals.get(0).subscriber.onNext(source.decoded(false, 1));
        source.manuals.get(0).subscriber.onError(new IllegalStateException("late"));
        assertThat(rows.elements).isEmpty();
        assertThat(rows.errors)
                .singleElement()
                .matches(error -> error.getMessage().equals("late"));
    }

    @Test
    void aSecondErrorOfAPullIsReportedAsDropped() {
        source.manual();
        Recorder<Integer> rows = Recorder.of(rows());
        rows.request(10);
        IllegalStateException second = new IllegalStateException("second");
        source.manuals.get(0).subscriber.onError(new IllegalStateException("first"));
        assertThat(rows.errors)
                .singleElement()
                .matches(error -> error.getMessage().equals("first"));
        source.manuals.get(0).subscriber.onError(second);
        assertThat(rows.errors).hasSize(1);
        expectedDrops = List.of(second);
    }

    @Test
    void anErrorBehindAnAnswerIsADefectThatMustBeSeen() {
        source.manual().manual();
        Recorder<Integer> rows = Recorder.of(rows());
        rows.request(10);
        IllegalStateException late = new IllegalStateException("behind the end");
        source.manuals.get(0).answer(source.decoded(false, 1));
        source.manuals.get(0).subscriber.onError(late);
        expectedDrops = List.of(late);
        rows.cancel();
    }

    @Test
    void aSubscriptionHandedOverTwiceIsCancelled() {
        source.manual();
        Recorder<Integer> rows = Recorder.of(rows());
        rows.request(1);
        ScriptedSource.Manual second = new ScriptedSource.Manual();
        source.manuals.get(0).subscriber.onSubscribe(second);
        assertThat(second.cancels).hasValue(1);
        assertThat(source.manuals.get(0).cancels).hasValue(0);
        rows.cancel();
        assertThat(source.manuals.get(0).cancels).hasValue(1);
    }

    @Test
    void theSourcesErrorEndsTheStream() {
        source.batch(1).error(new IllegalStateException("broken"));
        Recorder<Integer> rows = Recorder.of(rows()).request(10);
        assertThat(rows.elements).containsExactly(1);
        assertThat(rows.errors)
                .singleElement()
                .matches(error -> error.getMessage().equals("broken"));
        assertThat(rows.completions).isZero();
    }

    @Test
    void aSourceThatThrowsOrGivesNoMonoEndsTheStream() {
        source.answer(() -> {
            throw new IllegalStateException("thrown");
        });
        Recorder<Integer> rows = Recorder.of(rows()).request(10);
        assertThat(rows.errors)
                .singleElement()
                .matches(error -> error.getMessage().equals("thrown"));
    }

    @Test
    void aSourceThatGivesNoMonoEndsTheStream() {
        source.answer(() -> null);
        Recorder<Integer> rows = Recorder.of(rows()).request(10);
        assertThat(rows.errors).singleElement().isInstanceOf(NullPointerException.class);
    }

    @Test
    void aSourceThatFailsToCloseChangesNothing() {
        source.batch(1).closeFailure = new IllegalStateException("close");
        Recorder<Integer> rows = Recorder.of(rows()).request(10);
        assertThat(rows.elements).containsExactly(1);
        assertThat(rows.completions).isOne();
        assertThat(rows.errors).isEmpty();
    }

    @Test
    void aCancelWhileAPullWaitsCancelsItAndFreesALateBatch() {
        source.manual();
        Recorder<Integer> rows = Recorder.of(rows()).request(1);
        ScriptedSource.Manual pull = source.manuals.get(0);
        DecodedBatch late = source.decoded(false, 1);
        rows.cancel();
        assertThat(pull.cancels).hasValue(1);
        pull.answer(late);
        // a source says that it was closed: the echo of our own cancel is no news
        pull.subscriber.onError(new IllegalStateException("the source was closed"));
        assertThat(rows.elements).isEmpty();
        assertThat(rows.ended()).isFalse();
    }

    @Test
    void aCancelBetweenABatchAndTheEndOfItsMonoFreesTheBatch() {
        source.manual();
        Recorder<Integer> rows = Recorder.of(rows()).request(1);
        source.manuals.get(0).subscriber.onNext(source.decoded(false, 1));
        rows.cancel();
        assertThat(source.budget.inUse()).isZero();
    }

    @Test
    void aCancelWithinTheSubscriptionOfAPullFreesItAll() {
        AtomicReference<Recorder<Integer>> rows = new AtomicReference<>();
        source.answer(() -> {
            rows.get().cancel();
            return Mono.fromSupplier(() -> source.decoded(false, 1));
        });
        rows.set(Recorder.of(rows()));
        rows.get().request(1);
        assertThat(rows.get().elements).isEmpty();
        assertThat(rows.get().ended()).isFalse();
    }

    @Test
    void aCancelBetweenRowsFreesTheBatch() {
        source.batch(1, 2, 3);
        Recorder<Integer> rows = Recorder.of(rows()).request(2);
        assertThat(source.scope.heldBatches()).isOne();
        rows.cancel();
        rows.cancel();
        rows.request(1);
        assertThat(rows.elements).containsExactly(1, 2);
        assertThat(rows.ended()).isFalse();
    }

    @Test
    void aCancelWithinAMapperDiscardsItsElement() {
        source.batch(1, 2);
        List<Object> discarded = new ArrayList<>();
        AtomicReference<Recorder<Integer>> rows = new AtomicReference<>();
        Flux<Integer> flux = source.delivery().rows(row -> {
            rows.get().cancel();
            return row.getInt(0);
        });
        rows.set(Recorder.of(flux.doOnDiscard(Integer.class, discarded::add)));
        rows.get().request(5);
        assertThat(rows.get().elements).isEmpty();
        assertThat(discarded).containsExactly(1);
    }

    @Test
    void aMapperThatFailsAfterACancelIsReportedAsDropped() {
        source.batch(1, 2);
        IllegalStateException failure = new IllegalStateException("own");
        AtomicReference<Recorder<Integer>> rows = new AtomicReference<>();
        rows.set(Recorder.of(source.delivery().rows(row -> {
            rows.get().cancel();
            throw failure;
        })));
        rows.get().request(5);
        assertThat(rows.get().ended()).isFalse();
        expectedDrops = List.of(failure);
    }

    @Test
    void aMapperThatFailsEndsTheStreamAndFreesTheBatch() {
        source.batch(1, 2, 3).batch(4);
        Recorder<Integer> rows = Recorder.of(source.delivery().<Integer>rows(row -> {
                    if (row.getInt(0) == 2) {
                        throw new IllegalStateException("own");
                    }
                    return row.getInt(0);
                }))
                .request(10);
        assertThat(rows.elements).containsExactly(1);
        assertThat(rows.errors)
                .singleElement()
                .matches(error -> error.getMessage().equals("own"));
        assertThat(source.pulls).hasValue(1);
    }

    @Test
    void whatAMapperMayNotReturnIsAnError() {
        source.batch(1);
        Recorder<Object> rows =
                Recorder.of(source.delivery().<Object>rows(row -> null)).request(10);
        assertThat(rows.errors).singleElement().isInstanceOf(NullPointerException.class);
    }

    @Test
    void aRowMayNotLeaveItsMapper() {
        source.batch(1, 2);
        Recorder<Object> rows =
                Recorder.of(source.delivery().<Object>rows(row -> row)).request(10);
        assertThat(rows.errors).singleElement().isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aBatchMayNotLeaveItsMapper() {
        source.batch(1);
        Recorder<Object> batches =
                Recorder.of(source.delivery().<Object>map(batch -> batch)).request(10);
        assertThat(batches.errors).singleElement().isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aBatchMapperMayNotReturnNull() {
        source.batch(1);
        Recorder<Object> batches =
                Recorder.of(source.delivery().<Object>map(batch -> null)).request(10);
        assertThat(batches.errors).singleElement().isInstanceOf(NullPointerException.class);
    }

    @Test
    void aMappedBatchIsClosedBeforeItsElementLeaves() {
        source.batch(1, 2).batch(3);
        Recorder<List<Integer>> batches = Recorder.of(source.delivery().map(BatchFluxTest::numbers));
        batches.onElement = element -> assertThat(source.scope.heldBatches()).isZero();
        batches.request(10);
        assertThat(batches.elements).containsExactly(List.of(1, 2), List.of(3));
        assertThat(batches.completions).isOne();
    }

    @Test
    void aMapperOfBatchesThatFailsClosesTheBatch() {
        source.batch(1, 2);
        Recorder<Object> batches = Recorder.of(source.delivery().map(batch -> {
                    throw new IllegalStateException("own");
                }))
                .request(1);
        assertThat(batches.errors)
                .singleElement()
                .matches(error -> error.getMessage().equals("own"));
    }

    @Test
    void anOwnedBatchOutlivesTheStream() {
        source.batch(1).lastBatch(2);
        Recorder<OwnedBatch> batches =
                Recorder.of(source.delivery().ownedBatches()).request(2);
        assertThat(batches.completions).isOne();
        assertThat(source.closes).hasValue(1);
        assertThat(batches.elements).map(BatchFluxTest::numbers).containsExactly(List.of(1), List.of(2));
        assertThat(source.budget.inUse()).isPositive();
        batches.elements.forEach(OwnedBatch::close);
    }

    @Test
    void anOwnedBatchInHandWhenTheCancelComesIsClosed() {
        source.batch(1);
        AtomicReference<Recorder<OwnedBatch>> batches = new AtomicReference<>();
        Flux<OwnedBatch> flux =
                new BatchFlux<>(source, cancelling(() -> batches.get().cancel()), StallWatch.NONE);
        batches.set(Recorder.of(flux));
        batches.get().request(1);
        assertThat(batches.get().elements).isEmpty();
    }

    /** The giving door, and a cancel that comes while its cursor makes the element. */
    private BatchDoor<OwnedBatch> cancelling(Runnable cancel) {
        GivingDoor door = new GivingDoor(source.scope, source.schema);
        return new BatchDoor<>() {
            @Override
            public BatchCursor<OwnedBatch> open(DecodedBatch batch) {
                BatchCursor<OwnedBatch> cursor = door.open(batch);
                return new BatchCursor<>() {
                    @Override
                    public boolean hasNext() {
                        return cursor.hasNext();
                    }

                    @Override
                    public OwnedBatch next() {
                        OwnedBatch made = cursor.next();
                        cancel.run();
                        return made;
                    }

                    @Override
                    public void close() {
                        cursor.close();
                    }

                    @Override
                    public void discard(OwnedBatch element) {
                        cursor.discard(element);
                    }
                };
            }

            @Override
            public void discard(DecodedBatch batch) {
                door.discard(batch);
            }

            @Override
            public void ended() {
                door.ended();
            }
        };
    }

    @Test
    void aDoorThatDoesNotOpenEndsTheStreamAndFreesTheBatch() {
        source.batch(1);
        Flux<Object> flux = new BatchFlux<>(
                source,
                new BatchDoor<>() {
                    @Override
                    public BatchCursor<Object> open(DecodedBatch batch) {
                        throw new IllegalStateException("stuck");
                    }

                    @Override
                    public void discard(DecodedBatch batch) {
                        source.scope.discard(batch);
                    }

                    @Override
                    public void ended() {
                        source.scope.end();
                    }
                },
                StallWatch.NONE);
        Recorder<Object> elements = Recorder.of(flux).request(1);
        assertThat(elements.errors)
                .singleElement()
                .matches(error -> error.getMessage().equals("stuck"));
    }

    @Test
    void aGivenUpCursorFreesItsBatchOnce() {
        BatchCursor<OwnedBatch> cursor = new GivingDoor(source.scope, source.schema).open(source.decoded(false, 1));
        assertThat(cursor.hasNext()).isTrue();
        cursor.close();
        cursor.close();
        assertThat(cursor.hasNext()).isFalse();
        Recorder.of(rows()).cancel();
    }

    @Test
    void aCancelWhileACursorStandsFreesTheBatchItHolds() {
        source.batch(1);
        List<Integer> mapped = new ArrayList<>();
        AtomicReference<Recorder<Integer>> rows = new AtomicReference<>();
        // the request that would have drained the cursor is the one whose element cancels
        source.batch(2, 3);
        rows.set(Recorder.of(source.delivery().<Integer>rows(row -> {
            mapped.add(row.getInt(0));
            return row.getInt(0);
        })));
        rows.get().onElement = element -> {
            if (element == 2) {
                rows.get().cancel();
            }
        };
        rows.get().request(10);
        assertThat(mapped).containsExactly(1, 2);
        assertThat(source.scope.heldBatches()).isZero();
    }

    @Test
    void aResultIsReadOnce() {
        Flux<Integer> rows = rows();
        Recorder<Integer> first = Recorder.of(rows).request(1);
        assertThat(first.completions).isOne();
        Recorder<Integer> second = Recorder.of(rows);
        assertThat(second.errors).singleElement().isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theStallWatchIsToldOfEachPullAndItsEnd() {
        source.manual().batch(3);
        List<String> told = new ArrayList<>();
        List<Consumer<Throwable>> stall = new ArrayList<>();
        Recorder<Integer> rows = Recorder.of(source.delivery(watch(told, stall)).rows(row -> row.getInt(0)));
        rows.request(2);
        assertThat(told).containsExactly("waiting");
        source.manuals.get(0).answer(source.decoded(false, 1));
        assertThat(told).containsExactly("waiting", "answered", "waiting", "answered");
        stall.get(0).accept(new IllegalStateException("too late"));
        assertThat(rows.ended()).isFalse();
        rows.cancel();
        assertThat(told).contains("close");
    }

    @Test
    void theStallWatchEndsWithTheStream() {
        source.batch(1);
        List<String> told = new ArrayList<>();
        Recorder<Integer> rows = Recorder.of(
                        source.delivery(watch(told, new ArrayList<>())).<Integer>rows(row -> row.getInt(0)))
                .request(5);
        assertThat(rows.completions).isOne();
        assertThat(told).containsExactly("waiting", "answered", "waiting", "answered", "close");
    }

    @Test
    void aStalledPullIsGivenUpAndEndsTheStream() {
        source.manual();
        List<Consumer<Throwable>> stall = new ArrayList<>();
        Recorder<Integer> rows =
                Recorder.of(source.delivery(watch(new ArrayList<>(), stall)).rows(row -> row.getInt(0)));
        rows.request(1);
        DecodedBatch late = source.decoded(false, 1);
        stall.get(0).accept(new IllegalStateException("stalled"));
        assertThat(rows.errors)
                .singleElement()
                .matches(error -> error.getMessage().equals("stalled"));
        assertThat(source.manuals.get(0).cancels).hasValue(1);
        source.manuals.get(0).answer(late);
        source.manuals.get(0).subscriber.onError(new IllegalStateException("echo"));
    }

    private static StallWatch watch(List<String> told, List<Consumer<Throwable>> stall) {
        return new StallWatch() {
            @Override
            public void waiting(Consumer<Throwable> onStall) {
                told.add("waiting");
                stall.add(onStall);
            }

            @Override
            public void answered() {
                told.add("answered");
            }

            @Override
            public void close() {
                told.add("close");
            }
        };
    }

    @Test
    void theSubscribersContextReachesTheSource() {
        source.answer(() -> Mono.deferContextual(context -> {
            assertThat(context.<String>get("key")).isEqualTo("value");
            return Mono.empty();
        }));
        Recorder<Integer> rows = Recorder.of(rows().contextWrite(context -> context.put("key", "value")));
        rows.request(1);
        assertThat(rows.errors).isEmpty();
        assertThat(rows.completions).isOne();
    }
}
