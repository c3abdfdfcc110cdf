package dev.sluice.reader.internal.flow;

import dev.sluice.reader.OwnedBatch;
import dev.sluice.reader.internal.arrow.ResultScope;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.util.context.Context;

/**
 * The last operator before a user's own on a Flux of owned batches: on a cancel it closes the batches that passed and that
 * nobody has touched, since operators below drop what stands in their queues.
 *
 * <p>A cancel from within {@code onNext} is different: that is an operator such as {@code take} or {@code next}, which has
 * enough, and passes on what it was given. Those batches stay open for whoever gets them, until there is a cancel from
 * outside as well. So this must stand below every operator that passes on a first cancel only.
 */
public final class SweepOnCancel extends FluxOperator<OwnedBatch, OwnedBatch> {
    /** Sweeps below a source of batches that were given by a {@link ResultScope}, one scope for each subscription. */
    public SweepOnCancel(Flux<OwnedBatch> source) {
        super(source);
    }

    @Override
    public void subscribe(CoreSubscriber<? super OwnedBatch> actual) {
        source.subscribe(new Sweeper(actual));
    }

    private static final class Sweeper implements CoreSubscriber<OwnedBatch>, Subscription {
        private final CoreSubscriber<? super OwnedBatch> actual;
        private volatile @Nullable Subscription upstream;
        private volatile @Nullable ResultScope scope;
        private volatile boolean abandoned;
        /** Who is in {@code onNext}. Compared with the reading thread alone, which knows what it wrote itself. */
        private @Nullable Thread emitting;

        Sweeper(CoreSubscriber<? super OwnedBatch> actual) {
            this.actual = actual;
        }

        @Override
        public Context currentContext() {
            return actual.currentContext();
        }

        @Override
        public void onSubscribe(Subscription s) {
            upstream = s;
            actual.onSubscribe(this);
        }

        @Override
        public void onNext(OwnedBatch batch) {
            scope = ResultScope.of(batch);
            emitting = Thread.currentThread();
            try {
                actual.onNext(batch);
            } finally {
                emitting = null;
            }
            if (abandoned) {
                // the cancel's own sweep may have run before this batch was in anyone's queue
                sweep();
            }
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
        public void request(long n) {
            Subscription s = upstream;
            if (s != null) {
                s.request(n);
            }
        }

        @Override
        public void cancel() {
            boolean enough = emitting == Thread.currentThread();
            if (!enough) {
                abandoned = true;
            }
            Subscription s = upstream;
            if (s != null) {
                s.cancel();
            }
            if (!enough) {
                sweep();
            }
        }

        private void sweep() {
            ResultScope known = scope;
            if (known != null) {
                known.sweep();
            }
        }
    }
}
