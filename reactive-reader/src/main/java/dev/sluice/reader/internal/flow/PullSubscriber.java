package dev.sluice.reader.internal.flow;

import dev.sluice.reader.internal.arrow.DecodedBatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * One pull: waits for a source's answer, and makes sure that a batch which arrives when nobody wants it any more is freed.
 * The answer counts once the Mono has ended, so that two pulls never overlap.
 */
final class PullSubscriber implements CoreSubscriber<DecodedBatch> {
    /** Nobody waits: the pull was given up, or its answer was taken. */
    private static final Object OVER = new Object();

    /** How a pull ended: with a batch, with an error, or with neither at the end of the result. */
    record Answer(@Nullable DecodedBatch batch, @Nullable Throwable error) {}

    private final BatchSubscription<?> owner;
    private final AtomicReference<Subscription> upstream = new AtomicReference<>();
    /** null while waiting; then the batch; then the answer; then OVER. */
    private final AtomicReference<@Nullable Object> slot = new AtomicReference<>();

    private volatile boolean givenUp;

    PullSubscriber(BatchSubscription<?> owner) {
        this.owner = owner;
    }

    @Override
    public Context currentContext() {
        return owner.actual().currentContext();
    }

    @Override
    public void onSubscribe(Subscription s) {
        if (upstream.compareAndSet(null, s)) {
            s.request(Long.MAX_VALUE);
        } else {
            s.cancel();
        }
    }

    @Override
    public void onNext(DecodedBatch batch) {
        if (!slot.compareAndSet(null, batch)) {
            owner.discard(batch);
        }
    }

    @Override
    public void onComplete() {
        Object now = slot.get();
        if (now == null ? settle(null, new Answer(null, null)) : settleWith(now)) {
            owner.drain();
        }
    }

    private boolean settleWith(Object now) {
        return now instanceof DecodedBatch batch && settle(batch, new Answer(batch, null));
    }

    @Override
    public void onError(Throwable error) {
        Object now = slot.get();
        if (now == null || now instanceof DecodedBatch) {
            if (settle(now, new Answer(null, error))) {
                if (now != null) {
                    owner.discard((DecodedBatch) now);
                }
                owner.drain();
                return;
            }
        }
        // what a source says to our own cancel is no news; anything else after the end is a defect that must be seen
        if (!givenUp) {
            Operators.onErrorDropped(error, currentContext());
        }
    }

    private boolean settle(@Nullable Object from, Answer answer) {
        return slot.compareAndSet(from, answer);
    }

    /** The answer, for the one who may take it; null while there is none. */
    @Nullable
    Answer take() {
        Object now = slot.get();
        return now instanceof Answer answer && slot.compareAndSet(answer, OVER) ? answer : null;
    }

    /** Ends the waiting with an error of our own, unless the source was faster. */
    void fail(Throwable error) {
        givenUp = true;
        if (slot.compareAndSet(null, new Answer(null, error))) {
            cancelUpstream();
            owner.drain();
        }
    }

    /** Gives the pull up; frees what has arrived. */
    void giveUp() {
        givenUp = true;
        cancelUpstream();
        Object before = slot.getAndSet(OVER);
        if (before instanceof DecodedBatch batch) {
            owner.discard(batch);
        } else if (before instanceof Answer answer && answer.batch() != null) {
            owner.discard(answer.batch());
        }
    }

    private void cancelUpstream() {
        Subscription s = upstream.getAndSet(Operators.cancelledSubscription());
        if (s != null) {
            s.cancel();
        }
    }
}
