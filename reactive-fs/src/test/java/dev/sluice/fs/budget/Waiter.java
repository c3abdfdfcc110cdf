package dev.sluice.fs.budget;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.BaseSubscriber;

/** Asks for bytes and keeps what it got, so that a test sees exactly what was signalled. */
final class Waiter extends BaseSubscriber<Permit> {
    final AtomicInteger grants = new AtomicInteger();
    final AtomicInteger completions = new AtomicInteger();
    volatile @Nullable Permit permit;
    volatile @Nullable Throwable error;

    static Waiter on(ByteBudget budget, long bytes) {
        Waiter waiter = new Waiter();
        budget.acquire(bytes).subscribe(waiter);
        return waiter;
    }

    @Override
    protected void hookOnNext(Permit value) {
        permit = value;
        grants.incrementAndGet();
    }

    @Override
    protected void hookOnComplete() {
        completions.incrementAndGet();
    }

    @Override
    protected void hookOnError(Throwable throwable) {
        error = throwable;
    }

    boolean granted() {
        return permit != null;
    }

    void close() {
        Permit held = permit;
        if (held == null) {
            throw new AssertionError("nothing granted yet");
        }
        held.close();
    }
}
