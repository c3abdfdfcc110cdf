package dev.sluice.reader.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.reader.RecordBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.test.publisher.TestPublisher;

/** A publisher for each batch: demand, order, and when the batch is closed. */
class ConcatFluxTest {
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

    private <T> Flux<T> flatMap(Function<? super RecordBatch, ? extends Publisher<? extends T>> function) {
        return source.delivery().flatMap(function);
    }

    private static Flux<Integer> numbers(RecordBatch batch) {
        return Flux.range(0, batch.rowCount()).map(i -> batch.row(i).getInt(0));
    }

    private int held() {
        return source.scope.heldBatches();
    }

    @Test
    void demandIsSharedOutAcrossBatchesAndNoBatchIsPulledWithoutIt() {
        source.batch(1, 2).batch(3).batch(4, 5);
        Recorder<Integer> elements = Recorder.of(flatMap(ConcatFluxTest::numbers));
        assertThat(source.pulls).hasValue(0);
        elements.request(2);
        assertThat(elements.elements).containsExactly(1, 2);
        assertThat(source.pulls).hasValue(1);
        assertThat(held()).as("closed once its publisher ended").isZero();
        elements.request(2);
        assertThat(elements.elements).containsExactly(1, 2, 3, 4);
        assertThat(source.pulls).hasValue(3);
        assertThat(held()).isOne();
        elements.request(1);
        assertThat(elements.elements).hasSize(5);
        assertThat(held()).isZero();
        assertThat(elements.completions).isZero();
        elements.request(1);
        assertThat(elements.completions).isOne();
        assertThat(source.pulls).hasValue(4);
    }

    @Test
    void demandWithoutEndIsPassedOnOnce() {
        source.batch(1).batch(2);
        List<Long> requests = new ArrayList<>();
        Recorder<Integer> elements = Recorder.of(flatMap(batch -> numbers(batch).doOnRequest(requests::add)));
        elements.request(Long.MAX_VALUE).request(7);
        assertThat(elements.elements).containsExactly(1, 2);
        assertThat(elements.completions).isOne();
        assertThat(requests).containsExactly(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    @Test
    void anInnerIsAskedForWhatIsStillWantedAndNoMore() {
        source.batch(1).batch(2);
        List<TestPublisher<Integer>> inners = new ArrayList<>();
        Recorder<Integer> elements = Recorder.of(flatMap(batch -> {
            TestPublisher<Integer> inner = TestPublisher.create();
            inners.add(inner);
            return inner;
        }));
        elements.request(3);
        inners.get(0).assertMinRequested(3).assertMaxRequested(3);
        elements.request(2);
        inners.get(0).assertMinRequested(5).assertMaxRequested(5);
        inners.get(0).next(10, 11).complete();
        inners.get(1).assertMinRequested(3).assertMaxRequested(3);
        inners.get(1).next(12, 13, 14);
        assertThat(elements.elements).containsExactly(10, 11, 12, 13, 14);
        inners.get(1).complete();
        assertThat(source.pulls).as("nothing is wanted any more").hasValue(2);
        elements.cancel();
    }

    @Test
    void aRequestOfNothingAsksForNothing() {
        source.batch(1);
        Recorder<Integer> elements = Recorder.of(flatMap(ConcatFluxTest::numbers));
        elements.request(0).request(-1);
        assertThat(source.pulls).hasValue(0);
        assertThat(elements.ended()).isFalse();
        elements.cancel();
    }

    @Test
    void aKnownLastBatchEndsTheStreamWithItsPublisher() {
        source.lastBatch(1, 2);
        Recorder<Integer> elements =
                Recorder.of(flatMap(ConcatFluxTest::numbers)).request(1);
        assertThat(elements.completions).isZero();
        assertThat(held()).isOne();
        elements.request(1);
        assertThat(elements.elements).containsExactly(1, 2);
        assertThat(elements.completions).isOne();
    }

    @Test
    void emptyPublishersAreSteppedOverWithoutAStackThatGrows() {
        int batches = 3_000;
        for (int i = 0; i < batches; i++) {
            source.batch(i);
        }
        int[] deepest = {0};
        Recorder<Integer> elements = Recorder.of(this.<Integer>flatMap(batch -> {
                    deepest[0] = Math.max(deepest[0], Thread.currentThread().getStackTrace().length);
                    return Flux.empty();
                }))
                .request(1);
        assertThat(elements.elements).isEmpty();
        assertThat(elements.completions).isOne();
        assertThat(source.opened).hasValue(batches);
        assertThat(deepest[0]).isPositive().isLessThan(200);
    }

    @Test
    void theBatchIsOpenWhileItsPublisherRunsAndClosedAfterwards() {
        source.batch(7).batch(8);
        List<RecordBatch> batches = new ArrayList<>();
        TestPublisher<Integer> inner = TestPublisher.create();
        Recorder<Integer> elements = Recorder.of(flatMap(batch -> {
            batches.add(batch);
            return batches.size() == 1 ? inner : Mono.just(8);
        }));
        elements.request(1);
        assertThat(batches.get(0).row(0).getInt(0)).isEqualTo(7);
        inner.complete();
        assertThatIllegalStateException().isThrownBy(() -> batches.get(0).vectors());
        assertThat(elements.elements).containsExactly(8);
        elements.cancel();
    }

    @Test
    void aFunctionThatThrowsEndsTheStreamAndClosesTheBatch() {
        source.batch(1).batch(2);
        Recorder<Integer> elements = Recorder.of(this.<Integer>flatMap(batch -> {
                    throw new IllegalStateException("own");
                }))
                .request(1);
        assertThat(elements.errors)
                .singleElement()
                .matches(error -> error.getMessage().equals("own"));
        assertThat(source.pulls).hasValue(1);
    }

    @Test
    void aFunctionThatReturnsNullIsAnError() {
        source.batch(1);
        Recorder<Integer> elements =
                Recorder.of(this.<Integer>flatMap(batch -> null)).request(1);
        assertThat(elements.errors).singleElement().isInstanceOf(NullPointerException.class);
    }

    @Test
    void aFunctionThatThrowsAfterACancelIsReportedAsDropped() {
        source.batch(1);
        IllegalStateException failure = new IllegalStateException("own");
        AtomicReference<Recorder<Integer>> elements = new AtomicReference<>();
        elements.set(Recorder.of(this.<Integer>flatMap(batch -> {
            elements.get().cancel();
            throw failure;
        })));
        elements.get().request(1);
        assertThat(elements.get().ended()).isFalse();
        expectedDrops = List.of(failure);
    }

    @Test
    void anInnersErrorEndsTheStreamAndClosesTheBatch() {
        source.batch(1).batch(2);
        Recorder<Integer> elements = Recorder.of(
                        flatMap(batch -> numbers(batch).concatWith(Mono.error(new IllegalStateException("inner")))))
                .request(10);
        assertThat(elements.elements).containsExactly(1);
        assertThat(elements.errors)
                .singleElement()
                .matches(error -> error.getMessage().equals("inner"));
        assertThat(source.pulls).hasValue(1);
    }

    @Test
    void theSourcesErrorEndsTheStream() {
        source.batch(1).error(new IllegalStateException("broken"));
        Recorder<Integer> elements =
                Recorder.of(flatMap(ConcatFluxTest::numbers)).request(10);
        assertThat(elements.elements).containsExactly(1);
        assertThat(elements.errors)
                .singleElement()
                .matches(error -> error.getMessage().equals("broken"));
    }

    @Test
    void aCancelReachesTheInnerAndClosesTheBatch() {
        source.batch(1, 2).batch(3);
        TestPublisher<Integer> inner = TestPublisher.createNoncompliant(TestPublisher.Violation.CLEANUP_ON_TERMINATE);
        List<Object> discarded = new ArrayList<>();
        Recorder<Integer> elements = Recorder.of(flatMap(batch -> inner).doOnDiscard(Integer.class, discarded::add));
        elements.request(5);
        inner.next(1);
        elements.cancel();
        inner.assertCancelled();
        assertThat(held()).isZero();
        inner.next(2);
        assertThat(discarded).containsExactly(2);
        inner.error(new IllegalStateException("the inner's word to our cancel is no news"));
        assertThat(elements.elements).containsExactly(1);
        assertThat(elements.ended()).isFalse();
    }

    @Test
    void aCancelWithinTheFunctionCancelsWhatItReturns() {
        source.batch(1);
        TestPublisher<Integer> inner = TestPublisher.create();
        AtomicReference<Recorder<Integer>> elements = new AtomicReference<>();
        elements.set(Recorder.of(this.<Integer>flatMap(batch -> {
            elements.get().cancel();
            return inner;
        })));
        elements.get().request(1);
        inner.assertCancelled();
        assertThat(elements.get().elements).isEmpty();
        assertThat(held()).isZero();
    }

    @Test
    void aCancelWhileABatchIsAwaitedFreesItWhenItComes() {
        source.manual();
        Recorder<Integer> elements =
                Recorder.of(flatMap(ConcatFluxTest::numbers)).request(1);
        var late = source.decoded(false, 1);
        elements.cancel();
        assertThat(source.manuals.get(0).cancels).hasValue(1);
        source.manuals.get(0).answer(late);
        assertThat(elements.elements).isEmpty();
    }

    @Test
    void aCancelFromWithinOnNextIsTheLastOfIt() {
        source.batch(1, 2, 3);
        Recorder<Integer> elements = Recorder.of(flatMap(ConcatFluxTest::numbers));
        elements.onElement = element -> elements.cancel();
        elements.request(10);
        assertThat(elements.elements).containsExactly(1);
        assertThat(elements.ended()).isFalse();
    }

    @Test
    void requestsFromWithinOnNextAreServed() {
        for (int i = 0; i < 100; i++) {
            source.batch(i, i);
        }
        Recorder<Integer> elements = Recorder.of(flatMap(ConcatFluxTest::numbers));
        elements.onElement = element -> elements.request(1);
        elements.request(1);
        assertThat(elements.elements).hasSize(200);
        assertThat(elements.completions).isOne();
    }

    @Test
    void signalsOfAnInnerBehindItsEndAreDroppedOrDiscarded() {
        source.batch(1).batch(2);
        TestPublisher<Integer> first = TestPublisher.createNoncompliant(TestPublisher.Violation.CLEANUP_ON_TERMINATE);
        List<Object> discarded = new ArrayList<>();
        List<RecordBatch> batches = new ArrayList<>();
        Recorder<Integer> elements = Recorder.of(this.<Integer>flatMap(batch -> {
                    batches.add(batch);
                    return batches.size() == 1 ? first : Flux.never();
                })
                .doOnDiscard(Integer.class, discarded::add));
        elements.request(5);
        first.next(1);
        first.complete();
        first.next(2);
        IllegalStateException late = new IllegalStateException("behind the end");
        first.error(late);
        assertThat(elements.elements).containsExactly(1);
        assertThat(discarded).containsExactly(2);
        expectedDrops = List.of(late);
        elements.cancel();
    }

    @Test
    void aSecondSubscriptionOfAnInnerIsCancelled() {
        source.batch(1);
        ScriptedSource.Manual one = new ScriptedSource.Manual();
        ScriptedSource.Manual two = new ScriptedSource.Manual();
        Recorder<Object> elements = Recorder.of(this.<Object>flatMap(batch -> subscriber -> {
            subscriber.onSubscribe(one);
            subscriber.onSubscribe(two);
        }));
        elements.request(1);
        assertThat(two.cancels).hasValue(1);
        assertThat(one.cancels).hasValue(0);
        elements.cancel();
        assertThat(one.cancels).hasValue(1);
    }

    @Test
    void theSubscribersContextReachesInnersAndSource() {
        source.answer(() -> Mono.deferContextual(
                context -> Mono.fromSupplier(() -> source.decoded(true, context.<Integer>get("key")))));
        Recorder<Integer> elements = Recorder.of(this.<Integer>flatMap(batch -> Mono.deferContextual(
                        context -> Mono.just(batch.row(0).getInt(0) + context.<Integer>get("key"))))
                .contextWrite(context -> context.put("key", 21)));
        elements.request(1);
        assertThat(elements.elements).containsExactly(42);
        assertThat(elements.completions).isOne();
    }
}
