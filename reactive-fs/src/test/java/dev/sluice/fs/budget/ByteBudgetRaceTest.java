package dev.sluice.fs.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.BaseSubscriber;
import reactor.test.util.RaceTestUtils;

/** Threads that meet. */
class ByteBudgetRaceTest {
    private static final int ROUNDS = 10_000;

    @Test
    void grantAndCancelNeverLoseBytes() {
        for (int i = 0; i < ROUNDS; i++) {
            ByteBudget whole = ByteBudget.ofBytes(100);
            ByteBudget share = whole.share(80);
            Waiter holder = Waiter.on(whole, 100);
            Waiter waiter = Waiter.on(share, 70);
            RaceTestUtils.race(holder::close, waiter::cancel);
            if (waiter.granted()) {
                assertThat(whole.inUse()).isEqualTo(70);
                waiter.close();
            }
            assertThat(whole.inUse()).isZero();
            assertThat(share.inUse()).isZero();
            assertThat(whole.waiting()).isZero();
            assertThat(Waiter.on(share, 80).granted()).isTrue();
        }
    }

    @Test
    void closesThatRaceReturnTheBytesOnce() {
        for (int i = 0; i < ROUNDS; i++) {
            ByteBudget budget = ByteBudget.ofBytes(100);
            Waiter waiter = Waiter.on(budget, 60);
            RaceTestUtils.race(waiter::close, waiter::close, () -> waiter.permit.shrinkTo(0));
            assertThat(budget.inUse()).isZero();
        }
    }

    @Test
    void acquiresThatRaceNeverExceedTheLimit() {
        for (int i = 0; i < ROUNDS; i++) {
            ByteBudget budget = ByteBudget.ofBytes(100);
            Waiter[] waiters = new Waiter[3];
            RaceTestUtils.race(
                    () -> waiters[0] = Waiter.on(budget, 60),
                    () -> waiters[1] = Waiter.on(budget, 60),
                    () -> waiters[2] = Waiter.on(budget, 40));
            assertThat(budget.peak()).isLessThanOrEqualTo(100);
            for (int open = 0; open < 3; ) {
                for (Waiter waiter : waiters) {
                    if (waiter.granted() && waiter.permit.bytes() > 0) {
                        waiter.close();
                        open++;
                    }
                }
            }
            assertThat(budget.inUse()).isZero();
            assertThat(budget.waiting()).isZero();
        }
    }

    @Test
    void requestsThatRaceAskOnce() {
        for (int i = 0; i < ROUNDS; i++) {
            ByteBudget budget = ByteBudget.ofBytes(100);
            Lazy lazy = new Lazy();
            budget.acquire(30).subscribe(lazy);
            RaceTestUtils.race(() -> lazy.request(1), () -> lazy.request(1));
            assertThat(lazy.grants).hasValue(1);
            assertThat(budget.inUse()).isEqualTo(30);
        }
    }

    @Test
    void aSlowReceiverHoldsUpNoOtherThreadsGrants() throws InterruptedException {
        ByteBudget budget = ByteBudget.ofBytes(100);
        Waiter one = Waiter.on(budget, 50);
        Waiter two = Waiter.on(budget, 50);
        CountDownLatch slowEntered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        budget.acquire(50).subscribe(permit -> {
            slowEntered.countDown();
            awaitQuietly(release);
        });
        Waiter other = Waiter.on(budget, 50);
        Thread slow = new Thread(one::close, "slow");
        slow.start();
        assertThat(slowEntered.await(10, TimeUnit.SECONDS)).isTrue();
        two.close();
        assertThat(other.granted()).isTrue();
        release.countDown();
        slow.join(10_000);
        assertThat(slow.isAlive()).isFalse();
    }

    @Test
    void aCrowdUnderOneBudgetStaysUnderItAndEndsEmpty() throws InterruptedException {
        ByteBudget whole = ByteBudget.ofBytes(1_000);
        List<ByteBudget> budgets =
                List.of(whole, whole.share(600), whole.share(700).share(300));
        AtomicLong held = new AtomicLong();
        AtomicInteger overruns = new AtomicInteger();
        CountDownLatch served = new CountDownLatch(4 * 5_000);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int seed = t;
            Thread thread = new Thread(() -> {
                Random random = new Random(seed);
                for (int i = 0; i < 5_000; i++) {
                    ByteBudget budget = budgets.get(random.nextInt(3));
                    int bytes = random.nextInt(300);
                    boolean leave = random.nextInt(5) == 0;
                    BaseSubscriber<Permit> subscriber = new BaseSubscriber<>() {
                        @Override
                        protected void hookOnNext(Permit permit) {
                            if (held.addAndGet(bytes) > 1_000) {
                                overruns.incrementAndGet();
                            }
                            held.addAndGet(-bytes);
                            permit.close();
                        }

                        @Override
                        protected void hookFinally(reactor.core.publisher.SignalType type) {
                            served.countDown();
                        }
                    };
                    budget.acquire(bytes).subscribe(subscriber);
                    if (leave) {
                        subscriber.cancel();
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        assertThat(served.await(60, TimeUnit.SECONDS))
                .as("everyone was served or left")
                .isTrue();
        for (Thread thread : threads) {
            thread.join(10_000);
        }
        assertThat(overruns).hasValue(0);
        assertThat(whole.peak()).isLessThanOrEqualTo(1_000);
        for (ByteBudget budget : budgets) {
            assertThat(budget.inUse()).isZero();
            assertThat(budget.waiting()).isZero();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            if (!latch.await(10, TimeUnit.SECONDS)) {
                throw new AssertionError("never released");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class Lazy extends BaseSubscriber<Permit> {
        private final AtomicInteger grants = new AtomicInteger();

        @Override
        protected void hookOnSubscribe(org.reactivestreams.Subscription subscription) {
            // Nothing is requested yet.
        }

        @Override
        protected void hookOnNext(Permit permit) {
            grants.incrementAndGet();
        }
    }
}
