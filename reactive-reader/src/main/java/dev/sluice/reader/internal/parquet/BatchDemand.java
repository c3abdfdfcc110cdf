package dev.sluice.reader.internal.parquet;

import dev.sluice.reader.internal.arrow.DecodedBatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/** One subscriber that waits for one batch. Whoever loses a race between delivery and cancel closes the batch. */
final class BatchDemand implements Subscription {
    private static final int IDLE = 0;
    private static final int REQUESTED = 1;
    private static final int DONE = 2;

    private final CoreSubscriber<? super DecodedBatch> subscriber;
    private final ParquetBatchSource source;
    private final AtomicInteger state = new AtomicInteger();

    BatchDemand(CoreSubscriber<? super DecodedBatch> subscriber, ParquetBatchSource source) {
        this.subscriber = subscriber;
        this.source = source;
    }

    @Override
    public void request(long n) {
        if (Operators.validate(n) && state.compareAndSet(IDLE, REQUESTED)) {
            source.begin(this);
        }
    }

    @Override
    public void cancel() {
        if (state.getAndSet(DONE) != DONE) {
            source.close();
        }
    }

    boolean done() {
        return state.get() == DONE;
    }

    void deliver(DecodedBatch batch) {
        if (state.compareAndSet(REQUESTED, DONE)) {
            subscriber.onNext(batch);
            subscriber.onComplete();
        } else {
            batch.close();
        }
    }

    void complete() {
        if (state.getAndSet(DONE) != DONE) {
            subscriber.onComplete();
        }
    }

    void fail(Throwable error) {
        if (state.getAndSet(DONE) != DONE) {
            subscriber.onError(error);
        }
    }
}
