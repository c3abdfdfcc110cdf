package dev.sluice.fs.internal.read;

import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.budget.BudgetExceededException;
import dev.sluice.fs.budget.ByteBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A fetch on its way: waiting for its permit, being read, or waiting to be delivered. Its methods are the drain's to call;
 * only {@link #requestCompleted()} and {@link #fail} come from other threads.
 */
final class FetchSlot {
    private final Fetch fetch;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final AtomicInteger unfinished;
    private final List<RequestSubscriber> running = new ArrayList<>(1);
    private final PermitSubscriber permit;
    private int started;
    private boolean begun;

    FetchSlot(Fetch fetch, OrderedFetchSubscription parent) {
        this.fetch = fetch;
        this.unfinished = new AtomicInteger(fetch.requests());
        this.permit = new PermitSubscriber(this, parent);
    }

    void acquire(ByteBudget budget) {
        budget.acquire(fetch.bytes()).subscribe(permit);
    }

    /** Whether the permit has come, or never will. */
    boolean isAnswered() {
        return permit.isGranted() || failure() != null;
    }

    void begin() {
        fetch.begin(permit.take());
        begun = true;
    }

    boolean hasUnstarted() {
        return started < fetch.requests();
    }

    void startNext(OrderedFetchSubscription parent) {
        RequestSubscriber request = new RequestSubscriber(this, parent);
        running.add(request);
        fetch.request(started++).subscribe(request);
    }

    boolean isRead() {
        return begun && unfinished.get() == 0;
    }

    FetchedRange deliver() {
        return fetch.deliver();
    }

    boolean isDelivered() {
        return fetch.undelivered() == 0;
    }

    @Nullable
    Throwable failure() {
        return failure.get();
    }

    /** Stops its requests and gives back everything that has not been delivered. */
    void discard() {
        permit.dispose();
        running.forEach(RequestSubscriber::dispose);
        running.clear();
        fetch.discard();
    }

    void requestCompleted() {
        unfinished.decrementAndGet();
    }

    void fail(Throwable error) {
        Throwable told = error instanceof BudgetExceededException exceeded ? fetch.tooLarge(exceeded) : error;
        failure.compareAndSet(null, told);
    }
}
