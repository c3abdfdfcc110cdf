package dev.sluice.fs.internal.read;

import dev.sluice.fs.budget.Permit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.util.context.Context;

/** Waits for a slot's permit. A permit that comes when it has been discarded goes straight back. */
final class PermitSubscriber implements CoreSubscriber<Permit> {
    /** Stands for a permit that is no longer wanted here: taken or discarded. */
    private static final Permit GONE = new Permit() {
        @Override
        public long bytes() {
            return 0;
        }

        @Override
        public void shrinkTo(long bytes) {
            // Nothing to give back.
        }

        @Override
        public void close() {
            // Nothing to give back.
        }
    };

    private final FetchSlot slot;
    private final OrderedFetchSubscription parent;
    private final AtomicReference<@Nullable Permit> permit = new AtomicReference<>();
    private @Nullable Subscription acquisition;

    PermitSubscriber(FetchSlot slot, OrderedFetchSubscription parent) {
        this.slot = slot;
        this.parent = parent;
    }

    @Override
    public Context currentContext() {
        return parent.context();
    }

    /** Called while the drain subscribes, so that {@link #discard()} sees the subscription. */
    @Override
    public void onSubscribe(Subscription subscription) {
        acquisition = subscription;
        subscription.request(1);
    }

    @Override
    public void onNext(Permit granted) {
        if (permit.compareAndSet(null, granted)) {
            parent.drain();
        } else {
            granted.close();
        }
    }

    @Override
    public void onError(Throwable error) {
        slot.fail(error);
        parent.drain();
    }

    @Override
    public void onComplete() {
        // The permit said it all.
    }

    boolean isGranted() {
        Permit granted = permit.get();
        return granted != null && granted != GONE;
    }

    /** Hands the granted permit over. */
    Permit take() {
        Permit granted = permit.getAndSet(GONE);
        if (granted == null || granted == GONE) {
            throw new IllegalStateException("no permit to take");
        }
        return granted;
    }

    void discard() {
        if (acquisition != null) {
            acquisition.cancel();
        }
        Permit granted = permit.getAndSet(GONE);
        if (granted != null) {
            granted.close();
        }
    }
}
