package dev.sluice.fs.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** The contract of a single budget. */
class ByteBudgetTest {
    private final ByteBudget budget = ByteBudget.ofBytes(100);

    @Test
    void grantsAtOnceWhatFits() {
        Waiter waiter = Waiter.on(budget, 60);

        assertThat(waiter.granted()).isTrue();
        assertThat(waiter.completions).hasValue(1);
        assertThat(waiter.permit.bytes()).isEqualTo(60);
        assertThat(budget.inUse()).isEqualTo(60);
        assertThat(budget.limit()).isEqualTo(100);
        assertThat(budget.waiting()).isZero();
    }

    @Test
    void grantsTheWholeLimitToOne() {
        assertThat(Waiter.on(budget, 100).granted()).isTrue();
        assertThat(budget.inUse()).isEqualTo(100);
    }

    @Test
    void countsFromTheRequestToTheClose() {
        StepVerifier.create(budget.acquire(10), 0)
                .expectSubscription()
                .then(() -> assertThat(budget.inUse()).isZero())
                .thenRequest(1)
                .assertNext(permit -> {
                    assertThat(budget.inUse()).isEqualTo(10);
                    permit.close();
                    assertThat(budget.inUse()).isZero();
                })
                .verifyComplete();
    }

    @Test
    void nothingHappensWithoutASubscription() {
        var unused = budget.acquire(10);
        assertThat(budget.inUse()).isZero();
        assertThat(unused).isNotNull();
    }

    @Test
    void makesOneWaitWhoDoesNotFit() {
        Waiter first = Waiter.on(budget, 60);
        Waiter second = Waiter.on(budget, 41);

        assertThat(second.granted()).isFalse();
        assertThat(budget.waiting()).isEqualTo(1);
        first.close();
        assertThat(second.granted()).isTrue();
        assertThat(budget.inUse()).isEqualTo(41);
        assertThat(budget.waiting()).isZero();
    }

    @Test
    void nobodyOvertakesTheHeadOfTheQueue() {
        Waiter holder = Waiter.on(budget, 50);
        Waiter large = Waiter.on(budget, 80);
        Waiter small = Waiter.on(budget, 1);
        Waiter nothing = Waiter.on(budget, 0);

        assertThat(small.granted()).isFalse();
        assertThat(nothing.granted()).isFalse();
        assertThat(budget.waiting()).isEqualTo(3);
        holder.close();
        assertThat(large.granted()).isTrue();
        assertThat(small.granted()).isTrue();
        assertThat(nothing.granted()).isTrue();
    }

    @Test
    void grantsInOrderOfArrival() {
        Waiter holder = Waiter.on(budget, 100);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int number = i;
            budget.acquire(10).subscribe(permit -> order.add(number));
        }
        holder.close();
        assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void nothingCanBeAcquiredToo() {
        Waiter full = Waiter.on(budget, 100);
        Waiter waiter = Waiter.on(budget, 0);

        assertThat(waiter.granted()).isTrue();
        assertThat(waiter.permit.bytes()).isZero();
        waiter.close();
        assertThat(budget.inUse()).isEqualTo(100);
        full.close();
        assertThat(budget.inUse()).isZero();
    }

    @Test
    void moreThanTheLimitFailsAtOnceThoughOthersWait() {
        Waiter.on(budget, 60);
        Waiter.on(budget, 60);
        Waiter tooMuch = Waiter.on(budget, 101);

        assertThat(tooMuch.error).isInstanceOfSatisfying(BudgetExceededException.class, error -> {
            assertThat(error.requestedBytes()).isEqualTo(101);
            assertThat(error.limitBytes()).isEqualTo(100);
            assertThat(error).hasMessageContaining("101").hasMessageContaining("100");
        });
        assertThat(budget.waiting()).isEqualTo(1);
    }

    @Test
    void refusesNegativeBytesAndEmptyBudgets() {
        assertThatThrownBy(() -> budget.acquire(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
        assertThatThrownBy(() -> ByteBudget.ofBytes(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0");
        assertThat(ByteBudget.ofBytes(1).limit()).isEqualTo(1);
    }

    @Test
    void hugeBudgetsDoNotOverflow() {
        ByteBudget huge = ByteBudget.ofBytes(Long.MAX_VALUE);
        Waiter first = Waiter.on(huge, Long.MAX_VALUE - 1);
        Waiter second = Waiter.on(huge, Long.MAX_VALUE - 1);

        assertThat(first.granted()).isTrue();
        assertThat(second.granted()).isFalse();
        assertThat(huge.inUse()).isEqualTo(Long.MAX_VALUE - 1);
    }

    @Test
    void closingTwiceReturnsTheBytesOnce() {
        Waiter first = Waiter.on(budget, 60);
        Waiter second = Waiter.on(budget, 30);
        first.close();
        first.close();

        assertThat(budget.inUse()).isEqualTo(30);
        assertThat(first.permit.bytes()).isZero();
        assertThat(second.permit.bytes()).isEqualTo(30);
    }

    @Test
    void shrinkingGivesBackTheRestAndLetsTheNextIn() {
        Waiter first = Waiter.on(budget, 90);
        Waiter second = Waiter.on(budget, 50);

        first.permit.shrinkTo(50);
        assertThat(first.permit.bytes()).isEqualTo(50);
        assertThat(second.granted()).isTrue();
        assertThat(budget.inUse()).isEqualTo(100);
        first.permit.shrinkTo(50);
        first.permit.shrinkTo(0);
        assertThat(budget.inUse()).isEqualTo(50);
        first.close();
        assertThat(budget.inUse()).isEqualTo(50);
    }

    @Test
    void shrinkingNeverGrowsNorRevives() {
        Waiter waiter = Waiter.on(budget, 10);

        assertThatThrownBy(() -> waiter.permit.shrinkTo(11))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("11");
        assertThatThrownBy(() -> waiter.permit.shrinkTo(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(budget.inUse()).isEqualTo(10);
        waiter.close();
        waiter.permit.shrinkTo(11);
        assertThat(budget.inUse()).isZero();
        assertThat(waiter.permit.bytes()).isZero();
    }

    @Test
    void peakIsTheMostThatWasInUse() {
        Waiter first = Waiter.on(budget, 60);
        Waiter second = Waiter.on(budget, 30);
        first.close();
        Waiter third = Waiter.on(budget, 40);

        assertThat(budget.peak()).isEqualTo(90);
        second.close();
        third.close();
        assertThat(budget.peak()).isEqualTo(90);
    }

    @Test
    void cancelLeavesTheQueueAndLetsThoseBehindIn() {
        Waiter holder = Waiter.on(budget, 50);
        Waiter large = Waiter.on(budget, 80);
        Waiter small = Waiter.on(budget, 50);
        large.cancel();

        assertThat(large.granted()).isFalse();
        assertThat(small.granted()).isTrue();
        assertThat(budget.waiting()).isZero();
        assertThat(budget.inUse()).isEqualTo(100);
        holder.close();
        small.close();
        assertThat(budget.inUse()).isZero();
    }

    @Test
    void cancelAfterDeliveryLeavesThePermitToItsReceiver() {
        Waiter waiter = Waiter.on(budget, 50);
        waiter.cancel();
        waiter.cancel();
        assertThat(budget.inUse()).isEqualTo(50);
        waiter.close();
        assertThat(budget.inUse()).isZero();
    }

    @Test
    void cancelBeforeTheRequestAsksForNothing() {
        StepVerifier.create(budget.acquire(10), 0)
                .expectSubscription()
                .thenCancel()
                .verify();
        BaseSubscriber<Permit> late = new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(org.reactivestreams.Subscription subscription) {
                subscription.cancel();
                subscription.request(1);
            }
        };
        budget.acquire(10).subscribe(late);
        assertThat(budget.inUse()).isZero();
        assertThat(budget.waiting()).isZero();
        assertThat(budget.peak()).isZero();
    }

    @Test
    void askingTwiceGrantsOnce() {
        Waiter holder = Waiter.on(budget, 100);
        Waiter waiter = Waiter.on(budget, 10);
        waiter.request(1);
        waiter.request(5);

        assertThat(budget.waiting()).isEqualTo(1);
        holder.close();
        waiter.request(1);
        assertThat(waiter.grants).hasValue(1);
        assertThat(waiter.completions).hasValue(1);
        assertThat(budget.inUse()).isEqualTo(10);
    }

    @Test
    void eachSubscriptionGetsAPermitOfItsOwn() {
        StepVerifier.create(Flux.range(0, 3).concatMap(i -> budget.acquire(20)))
                .expectNextCount(3)
                .verifyComplete();
        var twice = budget.acquire(20);
        twice.subscribe();
        twice.subscribe();
        assertThat(budget.inUse()).isEqualTo(100);
    }

    @Test
    void tenThousandWaitersAreReleasedInOneGoOnAFlatStack() {
        ByteBudget one = ByteBudget.ofBytes(1);
        Waiter holder = Waiter.on(one, 1);
        AtomicInteger served = new AtomicInteger();
        AtomicInteger deepest = new AtomicInteger();
        for (int i = 0; i < 10_000; i++) {
            one.acquire(1).subscribe(permit -> {
                served.incrementAndGet();
                deepest.accumulateAndGet(Thread.currentThread().getStackTrace().length, Math::max);
                permit.close();
            });
        }
        assertThat(one.waiting()).isEqualTo(10_000);
        holder.close();

        assertThat(served).hasValue(10_000);
        assertThat(deepest.get()).as("stack depth").isLessThan(200);
        assertThat(one.inUse()).isZero();
    }

    @Test
    void aGrantMadeWhileAnotherIsDeliveredIsDeliveredAfterIt() {
        Waiter holder = Waiter.on(budget, 100);
        List<String> events = new ArrayList<>();
        budget.acquire(100).subscribe(permit -> {
            events.add("first in");
            permit.close();
            events.add("first out");
        });
        budget.acquire(100).subscribe(permit -> events.add("second"));
        holder.close();

        assertThat(events).containsExactly("first in", "first out", "second");
    }

    @Test
    void cancelWhileTheGrantIsOnItsWayGivesItBack() {
        Waiter holder = Waiter.on(budget, 100);
        Waiter second = new Waiter();
        budget.acquire(50).subscribe(permit -> second.cancel());
        budget.acquire(50).subscribe(second);
        Waiter third = Waiter.on(budget, 50);
        holder.close();

        assertThat(second.granted()).isFalse();
        assertThat(third.granted()).isTrue();
        assertThat(budget.inUse()).isEqualTo(100);
    }

    @Test
    void aReceiverThatThrowsDoesNotCostTheOthersTheirGrant() {
        Waiter holder = Waiter.on(budget, 100);
        AtomicReference<Throwable> second = new AtomicReference<>();
        budget.acquire(10).subscribe(new Throwing(new StackOverflowError("first")));
        budget.acquire(10).subscribe(new Throwing(new IllegalStateException("second")));
        Waiter third = Waiter.on(budget, 10);

        assertThatThrownBy(holder::close)
                .isInstanceOf(StackOverflowError.class)
                .satisfies(error -> second.set(error.getSuppressed()[0]));
        assertThat(second.get()).hasMessage("second");
        assertThat(third.granted()).isTrue();
    }

    @Test
    void theLoopStartsAfreshAfterAReceiverThatThrew() {
        Waiter holder = Waiter.on(budget, 100);
        budget.acquire(10).subscribe(new Throwing(new IllegalStateException("mine")));
        assertThatThrownBy(holder::close).hasMessage("mine");

        Waiter next = Waiter.on(budget, 90);
        Waiter last = Waiter.on(budget, 90);
        next.close();
        assertThat(last.granted()).isTrue();
    }

    @Test
    void describesItself() {
        Waiter.on(budget, 60);
        Waiter waiter = Waiter.on(budget, 60);
        assertThat(budget).hasToString("ByteBudget[60 of 100 bytes in use, 1 waiting]");
        assertThat(waiter.granted()).isFalse();
        assertThat(Waiter.on(ByteBudget.ofBytes(5), 3).permit).hasToString("Permit[3 bytes]");
    }

    /** Breaks the rules on purpose. */
    private static final class Throwing implements reactor.core.CoreSubscriber<Permit> {
        private final Throwable failure;

        Throwing(Throwable failure) {
            this.failure = failure;
        }

        @Override
        public void onSubscribe(org.reactivestreams.Subscription subscription) {
            subscription.request(1);
        }

        @Override
        public void onNext(Permit permit) {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        }

        @Override
        public void onError(Throwable error) {
            throw new AssertionError(error);
        }

        @Override
        public void onComplete() {
            throw new AssertionError("completed");
        }
    }
}
