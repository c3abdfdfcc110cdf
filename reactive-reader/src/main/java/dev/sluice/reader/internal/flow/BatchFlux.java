package dev.sluice.reader.internal.flow;

import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/**
 * A {@link BatchSource} as a Flux, for its one subscriber. A batch is pulled when an element is asked for and none is at
 * hand, and not before.
 *
 * @param <R> what the door makes of a batch
 */
final class BatchFlux<R> extends Flux<R> {
    private final BatchSource source;
    private final BatchDoor<R> door;
    private final StallWatch stall;
    private final AtomicBoolean taken = new AtomicBoolean();

    BatchFlux(BatchSource source, BatchDoor<R> door, StallWatch stall) {
        this.source = source;
        this.door = door;
        this.stall = stall;
    }

    @Override
    public void subscribe(CoreSubscriber<? super R> actual) {
        if (!taken.compareAndSet(false, true)) {
            Operators.error(actual, new IllegalStateException("a result is read once; run the query again"));
            return;
        }
        actual.onSubscribe(new BatchSubscription<>(source, door, stall, actual));
    }
}
