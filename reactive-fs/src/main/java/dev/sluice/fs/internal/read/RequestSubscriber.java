package dev.sluice.fs.internal.read;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/** Waits for the end of one request. */
final class RequestSubscriber implements CoreSubscriber<Void> {
    private final FetchSlot slot;
    private final OrderedFetchSubscription parent;
    private final AtomicReference<@Nullable Subscription> subscription = new AtomicReference<>();

    RequestSubscriber(FetchSlot slot, OrderedFetchSubscription parent) {
        this.slot = slot;
        this.parent = parent;
    }

    @Override
    public Context currentContext() {
        return parent.context();
    }

    /** Called while the drain subscribes, as {@link #cancel()} is by the drain: the two never race. */
    @Override
    public void onSubscribe(Subscription upstream) {
        subscription.set(upstream);
        upstream.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Void nothing) {
        // There is none.
    }

    @Override
    public void onError(Throwable error) {
        if (end()) {
            slot.fail(error);
            parent.requestEnded();
        }
        // Else it was cancelled at the same moment, and nobody is left to tell.
    }

    @Override
    public void onComplete() {
        if (end()) {
            slot.requestCompleted();
            parent.requestEnded();
        }
    }

    void cancel() {
        Subscription upstream = subscription.getAndSet(Operators.cancelledSubscription());
        if (upstream != null) {
            upstream.cancel();
        }
    }

    private boolean end() {
        return subscription.getAndSet(Operators.cancelledSubscription()) != Operators.cancelledSubscription();
    }
}
