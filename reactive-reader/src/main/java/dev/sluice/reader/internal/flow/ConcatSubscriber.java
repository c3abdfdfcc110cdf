package dev.sluice.reader.internal.flow;

import dev.sluice.reader.RecordBatch;
import dev.sluice.reader.internal.arrow.CloseCause;
import dev.sluice.reader.internal.arrow.LentBatch;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * The drain loop behind {@link ConcatFlux}: asks for a batch while there is demand and no inner publisher, and passes on to
 * the inner whatever the subscriber has asked for and not got.
 */
final class ConcatSubscriber<R> implements CoreSubscriber<LentBatch>, Subscription {
    private final Function<? super RecordBatch, ? extends Publisher<? extends R>> function;
    private final CoreSubscriber<? super R> actual;

    private final AtomicInteger work = new AtomicInteger();
    /** All that was ever asked for; Long.MAX_VALUE means no end. */
    private final AtomicLong requested = new AtomicLong();

    private final AtomicReference<@Nullable LentBatch> arrived = new AtomicReference<>();
    private volatile boolean cancelled;
    private volatile boolean batchesEnded;
    private volatile @Nullable Throwable batchesError;
    private volatile @Nullable InnerSubscriber inner;

    // touched by the draining thread only, but for the subscription, which is set before any signal
    private Subscription batches = Operators.emptySubscription();
    private long emittedBefore;
    private boolean batchAsked;
    private boolean over;

    ConcatSubscriber(
            Function<? super RecordBatch, ? extends Publisher<? extends R>> function,
            CoreSubscriber<? super R> actual) {
        this.function = function;
        this.actual = actual;
    }

    @Override
    public Context currentContext() {
        return actual.currentContext();
    }

    @Override
    public void onSubscribe(Subscription s) {
        batches = s;
        actual.onSubscribe(this);
    }

    @Override
    public void onNext(LentBatch batch) {
        arrived.set(batch);
        drain();
    }

    @Override
    public void onError(Throwable error) {
        batchesError = error;
        batchesEnded = true;
        drain();
    }

    @Override
    public void onComplete() {
        batchesEnded = true;
        drain();
    }

    @Override
    public void request(long n) {
        if (Operators.validate(n)) {
            requested.getAndAccumulate(n, Operators::addCap);
            drain();
        }
    }

    @Override
    public void cancel() {
        cancelled = true;
        batches.cancel();
        InnerSubscriber running = inner;
        if (running != null) {
            running.cancel();
        }
        drain();
    }

    private void drain() {
        if (work.getAndIncrement() != 0) {
            return;
        }
        int missed = 1;
        do {
            while (!over && step()) {
                // one change at a time
            }
            if (over) {
                closeArrived(CloseCause.CANCEL);
            }
            missed = work.addAndGet(-missed);
        } while (missed != 0);
    }

    private boolean step() {
        InnerSubscriber running = inner;
        if (cancelled) {
            finish(CloseCause.CANCEL);
            return false;
        }
        if (batchesError != null) {
            Throwable error = batchesError;
            finish(CloseCause.ERROR);
            actual.onError(error);
            return false;
        }
        if (running != null) {
            return running.ended ? innerEnded(running) : running.ask(requested.get() - emittedBefore);
        }
        LentBatch batch = arrived.getAndSet(null);
        if (batch != null) {
            batchAsked = false;
            start(batch);
            return true;
        }
        if (batchesEnded) {
            finish(CloseCause.CALLBACK);
            actual.onComplete();
            return false;
        }
        if (!batchAsked && requested.get() - emittedBefore > 0) {
            batchAsked = true;
            batches.request(1);
            return true;
        }
        return false;
    }

    private void start(LentBatch batch) {
        InnerSubscriber next = new InnerSubscriber(batch);
        inner = next;
        if (cancelled) {
            return;
        }
        Publisher<? extends R> publisher;
        try {
            publisher = Objects.requireNonNull(function.apply(batch), "the function given to flatMap returned null");
        } catch (Throwable e) {
            Exceptions.throwIfFatal(e);
            boolean unwanted = cancelled;
            failed(e, unwanted);
            return;
        }
        publisher.subscribe(next);
    }

    private boolean innerEnded(InnerSubscriber ended) {
        Throwable error = ended.error;
        if (error != null) {
            failed(error, false);
            return false;
        }
        inner = null;
        if (requested.get() != Long.MAX_VALUE) {
            emittedBefore += ended.emitted;
        }
        ended.batch.close(CloseCause.CALLBACK);
        return true;
    }

    private void failed(Throwable error, boolean unwanted) {
        batches.cancel();
        finish(CloseCause.ERROR);
        if (unwanted) {
            Operators.onErrorDropped(error, currentContext());
        } else {
            actual.onError(error);
        }
    }

    private void finish(CloseCause cause) {
        over = true;
        closeArrived(cause);
        InnerSubscriber running = inner;
        if (running != null) {
            inner = null;
            running.cancel();
            running.batch.close(cause);
        }
    }

    private void closeArrived(CloseCause cause) {
        LentBatch batch = arrived.getAndSet(null);
        if (batch != null) {
            batch.close(cause);
        }
    }

    /** Subscribes to the publisher of one batch. */
    private final class InnerSubscriber implements CoreSubscriber<R> {
        private final LentBatch batch;
        private final AtomicReference<@Nullable Subscription> upstream = new AtomicReference<>();
        private long asked;
        private long emitted;
        private @Nullable Throwable error;
        private volatile boolean ended;

        InnerSubscriber(LentBatch batch) {
            this.batch = batch;
        }

        @Override
        public Context currentContext() {
            return actual.currentContext();
        }

        @Override
        public void onSubscribe(Subscription s) {
            if (upstream.compareAndSet(null, s)) {
                drain();
            } else {
                s.cancel();
            }
        }

        @Override
        public void onNext(R element) {
            if (cancelled || ended) {
                Operators.onDiscard(element, currentContext());
                return;
            }
            emitted++;
            actual.onNext(element);
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // a mark, known by its identity
        public void onError(Throwable e) {
            if (ended || upstream.get() == Operators.cancelledSubscription()) {
                if (!cancelled) {
                    Operators.onErrorDropped(e, currentContext());
                }
                return;
            }
            error = e;
            ended = true;
            drain();
        }

        @Override
        public void onComplete() {
            ended = true;
            drain();
        }

        /** Asks for what of {@code wanted} was not asked for yet; false if there is nothing to ask, or nobody. */
        private boolean ask(long wanted) {
            Subscription s = upstream.get();
            long more = wanted - asked;
            if (s == null || more <= 0) {
                return false;
            }
            asked = wanted;
            s.request(more);
            return true;
        }

        private void cancel() {
            Subscription s = upstream.getAndSet(Operators.cancelledSubscription());
            if (s != null) {
                s.cancel();
            }
        }
    }
}
