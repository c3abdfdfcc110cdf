package dev.sluice.reader.internal.parquet;

import dev.sluice.reader.internal.arrow.BatchAllocation;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.util.context.Context;

/** Memory that was asked for: at most one allocation, taken once or discarded. */
final class Grant extends BaseSubscriber<BatchAllocation> {
    private static final Object DISCARDED = new Object();

    private final Runnable signal;
    private final AtomicReference<@Nullable Object> result = new AtomicReference<>();

    Grant(Runnable signal) {
        this.signal = signal;
    }

    @Override
    public Context currentContext() {
        return Context.empty();
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        subscription.request(1);
    }

    @Override
    protected void hookOnNext(BatchAllocation allocation) {
        if (result.compareAndSet(null, allocation)) {
            signal.run();
        } else {
            allocation.close();
        }
    }

    @Override
    protected void hookOnError(Throwable error) {
        if (result.compareAndSet(null, error)) {
            signal.run();
        }
    }

    /** The allocation, whose receiver closes it; null while it is waited for. */
    @Nullable
    BatchAllocation take() {
        Object taken = result.get();
        if (taken == null) {
            return null;
        }
        result.set(DISCARDED);
        if (taken instanceof BatchAllocation allocation) {
            return allocation;
        }
        if (taken instanceof RuntimeException error) {
            throw error;
        }
        throw new IllegalStateException("no memory", taken instanceof Throwable cause ? cause : null);
    }

    void cancelAndDiscard() {
        cancel();
        if (result.getAndSet(DISCARDED) instanceof BatchAllocation allocation) {
            allocation.close();
        }
    }
}
