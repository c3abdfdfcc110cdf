package dev.sluice.fs.internal.read;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Listens to one stage of a larger whole. Whatever comes after {@link #dispose()} is left unheard, in silence: Reactor's own
 * subscribers would report a late error as dropped, though it is only the echo of our cancel.
 */
@SuppressWarnings("ReferenceEquality") // the cancelled subscription is a mark, known by its identity
abstract class InnerSubscriber<T> implements CoreSubscriber<T>, Disposable {
    private final Supplier<Context> context;
    private final AtomicReference<@Nullable Subscription> upstream = new AtomicReference<>();

    InnerSubscriber(Supplier<Context> context) {
        this.context = context;
    }

    @Override
    public final Context currentContext() {
        return context.get();
    }

    @Override
    public final void onSubscribe(Subscription subscription) {
        if (upstream.compareAndSet(null, subscription)) {
            subscription.request(Long.MAX_VALUE);
        } else {
            subscription.cancel();
        }
    }

    /** Claims the end; false if it came or was disposed of before. */
    final boolean end() {
        return upstream.getAndSet(Operators.cancelledSubscription()) != Operators.cancelledSubscription();
    }

    /** Claims the end and stops what is above; false if it ended or was disposed of before. */
    final boolean stop() {
        Subscription above = upstream.getAndSet(Operators.cancelledSubscription());
        if (above == Operators.cancelledSubscription()) {
            return false;
        }
        if (above != null) {
            above.cancel();
        }
        return true;
    }

    @Override
    public void dispose() {
        stop();
    }

    @Override
    public final boolean isDisposed() {
        return upstream.get() == Operators.cancelledSubscription();
    }
}
