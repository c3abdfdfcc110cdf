package dev.sluice.fs.internal.read;

import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.budget.ByteBudget;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * One subscriber's run. Everything that happens (demand, a permit, the end of a request, cancel) is noted and then
 * {@link #drain()} is called; only one thread at a time drains, and only the drain touches what is not atomic or volatile,
 * starts anything, or signals.
 *
 * <p>Permits are asked for one at a time in delivery order, so the earliest missing fetch always has its bytes before a
 * later one gets any: a budget can't be used up by what comes later.
 */
final class OrderedFetchSubscription implements Subscription {
    private final CoreSubscriber<? super FetchedRange> actual;
    private final Supplier<Iterator<? extends Fetch>> planSupplier;
    private final int concurrency;
    private final ByteBudget budget;

    private final AtomicInteger wip = new AtomicInteger();
    private final AtomicLong requested = new AtomicLong();
    private final AtomicInteger inFlight = new AtomicInteger();
    private volatile boolean cancelled;
    private volatile @Nullable Throwable invalidRequest;

    // From here on: the drain's alone.
    private final ArrayDeque<FetchSlot> slots = new ArrayDeque<>();
    private @Nullable Iterator<? extends Fetch> plan;
    private @Nullable FetchSlot acquiring;
    private @Nullable FetchSlot starting;
    private boolean planned;
    private @Nullable Throwable planFailure;
    private boolean done;

    OrderedFetchSubscription(
            CoreSubscriber<? super FetchedRange> actual,
            Supplier<Iterator<? extends Fetch>> plan,
            int concurrency,
            ByteBudget budget) {
        this.actual = actual;
        this.planSupplier = plan;
        this.concurrency = concurrency;
        this.budget = budget;
    }

    @Override
    public void request(long n) {
        if (n <= 0) {
            invalidRequest =
                    new IllegalArgumentException("request of " + n + " elements: rule 3.9 asks for at least 1");
        } else {
            requested.accumulateAndGet(n, Operators::addCap);
        }
        drain();
    }

    @Override
    public void cancel() {
        cancelled = true;
        drain();
    }

    Context context() {
        return actual.currentContext();
    }

    /** A request of some slot has ended, well or badly. */
    void requestEnded() {
        inFlight.decrementAndGet();
        drain();
    }

    void drain() {
        if (wip.getAndIncrement() != 0) {
            return;
        }
        int missed = 1;
        do {
            step();
            missed = wip.addAndGet(-missed);
        } while (missed != 0);
    }

    private void step() {
        if (done) {
            return;
        }
        Throwable invalid = invalidRequest;
        if (!cancelled && invalid != null) {
            fail(invalid);
            return;
        }
        boolean delivered;
        do {
            start();
            delivered = deliver();
        } while (delivered && !done && !cancelled);
        if (cancelled) {
            done = true;
            discardAll();
        } else if (!done && planned && slots.isEmpty() && acquiring == null) {
            done = true;
            if (planFailure == null) {
                actual.onComplete();
            } else {
                actual.onError(planFailure);
            }
        }
    }

    /** Starts what there is room for, in order. */
    private void start() {
        while (!cancelled) {
            dropAllBehindAFailure();
            admitGranted();
            FetchSlot current = starting;
            if (current != null && hasRoom()) {
                inFlight.incrementAndGet();
                current.startNext(this);
                if (!current.hasUnstarted()) {
                    starting = null;
                }
            } else if (current != null || acquiring != null || planned || !hasRoom()) {
                return;
            } else {
                planNext();
            }
        }
    }

    private boolean hasRoom() {
        int ahead = inFlight.get();
        for (FetchSlot slot : slots) {
            if (slot.isRead()) {
                ahead++;
            }
        }
        return ahead < concurrency;
    }

    private void planNext() {
        try {
            Iterator<? extends Fetch> iterator = plan;
            if (iterator == null) {
                iterator = planSupplier.get();
                plan = iterator;
            }
            if (!iterator.hasNext()) {
                planned = true;
                return;
            }
            acquiring = new FetchSlot(iterator.next(), this);
        } catch (Throwable thrown) {
            // The iterable is the caller's: what it throws comes after what it gave before.
            planned = true;
            planFailure = Operators.onOperatorError(thrown, context());
            return;
        }
        acquiring.acquire(budget);
    }

    private void admitGranted() {
        FetchSlot slot = acquiring;
        if (slot != null && slot.isAnswered()) {
            acquiring = null;
            slots.add(slot);
            if (slot.failure() == null && begin(slot)) {
                starting = slot;
            }
        }
    }

    /** A heap that is too small for its budget must not leave the subscriber without any signal. */
    private static boolean begin(FetchSlot slot) {
        try {
            slot.begin();
            return true;
        } catch (OutOfMemoryError error) {
            slot.fail(error);
            return false;
        }
    }

    /** What comes behind a failure will never be delivered: it is given up at once, and nothing more is begun. */
    private void dropAllBehindAFailure() {
        boolean failed = false;
        for (Iterator<FetchSlot> iterator = slots.iterator(); iterator.hasNext(); ) {
            FetchSlot slot = iterator.next();
            if (failed) {
                slot.discard();
                iterator.remove();
            } else if (slot.failure() != null) {
                slot.discard();
                failed = true;
            }
        }
        if (failed) {
            planned = true;
            starting = null;
            planFailure = null;
            if (acquiring != null) {
                acquiring.discard();
                acquiring = null;
            }
        }
    }

    /** Delivers what is ready and asked for; true if anything was. */
    private boolean deliver() {
        boolean delivered = false;
        while (!cancelled) {
            FetchSlot head = slots.peek();
            if (head == null) {
                break;
            }
            Throwable failure = head.failure();
            if (failure != null) {
                fail(failure);
                break;
            }
            if (!head.isRead() || requested.get() == 0) {
                break;
            }
            FetchedRange range = head.deliver();
            if (head.isDelivered()) {
                slots.poll();
            }
            requested.updateAndGet(left -> left == Long.MAX_VALUE ? left : left - 1);
            delivered = true;
            actual.onNext(range);
        }
        return delivered;
    }

    private void fail(Throwable failure) {
        done = true;
        discardAll();
        actual.onError(failure);
    }

    private void discardAll() {
        slots.forEach(FetchSlot::discard);
        slots.clear();
        starting = null;
        if (acquiring != null) {
            acquiring.discard();
            acquiring = null;
        }
    }
}
