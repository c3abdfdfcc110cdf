package dev.sluice.reader.internal.flow;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Subscribes to another Flux when the first element is asked for, and not before: with {@code defer} it is the subscription
 * that would begin to read.
 *
 * @param <T> the elements
 */
public final class OnFirstRequest<T> extends Flux<T> {
    private final Flux<T> source;

    /** Puts off the subscription to a source. */
    public OnFirstRequest(Flux<T> source) {
        this.source = source;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        actual.onSubscribe(new Deferred<>(source, actual));
    }

    private static final class Deferred<T> extends Operators.DeferredSubscription
            implements CoreSubscriber<T>, Scannable {
        private final Flux<T> source;
        private final CoreSubscriber<? super T> actual;
        private final AtomicBoolean asked = new AtomicBoolean();

        Deferred(Flux<T> source, CoreSubscriber<? super T> actual) {
            this.source = source;
            this.actual = actual;
        }

        @Override
        public void request(long n) {
            if (!Operators.validate(n)) {
                return;
            }
            super.request(n);
            if (!isCancelled() && asked.compareAndSet(false, true)) {
                source.subscribe(this);
            }
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            boolean unused = set(subscription);
        }

        @Override
        public void onNext(T element) {
            actual.onNext(element);
        }

        @Override
        public void onError(Throwable error) {
            actual.onError(error);
        }

        @Override
        public void onComplete() {
            actual.onComplete();
        }

        @Override
        public Context currentContext() {
            return actual.currentContext();
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // attributes are constants
        public @Nullable Object scanUnsafe(@SuppressWarnings("rawtypes") Attr key) {
            if (key == Attr.ACTUAL) {
                return actual;
            }
            return key == Attr.RUN_STYLE ? Attr.RunStyle.SYNC : super.scanUnsafe(key);
        }
    }
}
