package dev.sluice.reader.internal.flow;

import dev.sluice.reader.internal.arrow.DecodedBatch;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/**
 * The drain loop behind {@link BatchFlux}. Whatever happens, a request, an answer, a cancel, enters {@link #drain()}; one
 * thread at a time works there, and the others only tell it that there is more to do. So signals never overlap, a
 * synchronous source never recurses, and a batch is never freed under the thread that reads it.
 */
final class BatchSubscription<R> implements Subscription {
    private static final Logger log = LoggerFactory.getLogger(BatchSubscription.class);

    private final BatchSource source;
    private final BatchDoor<R> door;
    private final StallWatch stall;
    private final CoreSubscriber<? super R> actual;

    private final AtomicInteger work = new AtomicInteger();
    private final AtomicLong requested = new AtomicLong();
    private final AtomicBoolean sourceClosed = new AtomicBoolean();
    private volatile boolean cancelled;
    private volatile @Nullable PullSubscriber pull;

    // touched by the draining thread only
    private @Nullable BatchCursor<R> cursor;
    /** Whether the batch in hand, or the one just done with, is known to be the last. */
    private boolean last;

    private boolean over;

    BatchSubscription(BatchSource source, BatchDoor<R> door, StallWatch stall, CoreSubscriber<? super R> actual) {
        this.source = source;
        this.door = door;
        this.stall = stall;
        this.actual = actual;
    }

    CoreSubscriber<? super R> actual() {
        return actual;
    }

    void discard(DecodedBatch batch) {
        door.discard(batch);
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
        stall.close();
        PullSubscriber waiting = pull;
        if (waiting != null) {
            waiting.giveUp();
        }
        closeSource();
        drain();
    }

    void drain() {
        if (work.getAndIncrement() != 0) {
            return;
        }
        int missed = 1;
        do {
            while (!over && step()) {
                // one element or one answer at a time
            }
            missed = work.addAndGet(-missed);
        } while (missed != 0);
    }

    /** Does the next thing there is to do; false if there is none now. */
    private boolean step() {
        if (cancelled) {
            finish();
            return false;
        }
        PullSubscriber waiting = pull;
        if (waiting != null) {
            PullSubscriber.Answer answer = waiting.take();
            if (answer != null) {
                answered(answer);
            }
            return answer != null;
        }
        if (requested.get() == 0) {
            return false;
        }
        if (cursor == null) {
            pull();
        } else {
            emit(cursor);
        }
        return true;
    }

    private void pull() {
        PullSubscriber next = new PullSubscriber(this);
        pull = next;
        if (cancelled) {
            return;
        }
        Mono<DecodedBatch> answer;
        try {
            answer = Objects.requireNonNull(source.next(), "the source gave no Mono");
        } catch (Throwable e) {
            Exceptions.throwIfFatal(e);
            answer = Mono.error(e);
        }
        stall.waiting(next::fail);
        answer.subscribe(next);
    }

    private void answered(PullSubscriber.Answer answer) {
        stall.answered();
        pull = null;
        DecodedBatch batch = answer.batch();
        if (batch != null) {
            last = batch.last();
            try {
                cursor = door.open(batch);
            } catch (Throwable e) {
                Exceptions.throwIfFatal(e);
                door.discard(batch);
                fail(e);
            }
        } else if (answer.error() != null) {
            // a cancel that came meanwhile may well be what the source failed of: nobody need hear of that
            finish();
            if (!cancelled) {
                actual.onError(answer.error());
            }
        } else {
            finish();
            actual.onComplete();
        }
    }

    private void emit(BatchCursor<R> from) {
        R element;
        try {
            element = from.next();
        } catch (Throwable e) {
            Exceptions.throwIfFatal(e);
            fail(e);
            return;
        }
        if (!from.hasNext()) {
            cursor = null;
        }
        if (cancelled) {
            from.discard(element);
            Operators.onDiscard(element, actual.currentContext());
            return;
        }
        if (requested.get() != Long.MAX_VALUE) {
            requested.decrementAndGet();
        }
        actual.onNext(element);
        if (cursor == null && last && !cancelled) {
            finish();
            actual.onComplete();
        }
    }

    private void fail(Throwable error) {
        boolean unwanted = cancelled;
        finish();
        if (unwanted) {
            Operators.onErrorDropped(error, actual.currentContext());
        } else {
            actual.onError(error);
        }
    }

    /** Frees everything but what was delivered. */
    private void finish() {
        over = true;
        if (cursor != null) {
            cursor.close();
            cursor = null;
        }
        PullSubscriber waiting = pull;
        if (waiting != null) {
            waiting.giveUp();
        }
        stall.close();
        closeSource();
        door.ended();
    }

    private void closeSource() {
        if (sourceClosed.compareAndSet(false, true)) {
            try {
                source.close();
            } catch (RuntimeException e) {
                // nobody is left to tell: the stream has its end, and this must not replace it
                log.warn("closing a result's source failed", e);
            }
        }
    }
}
