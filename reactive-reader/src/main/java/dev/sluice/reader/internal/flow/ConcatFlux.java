package dev.sluice.reader.internal.flow;

import dev.sluice.reader.RecordBatch;
import dev.sluice.reader.internal.arrow.LentBatch;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/**
 * A publisher for each batch, one behind the other; a batch is closed when its publisher ends. Unlike Reactor's
 * {@code concatMap}, which subscribes to the next inner as soon as the last one completes (seen with 3.8.8), the next batch is
 * pulled only when an element is asked for.
 *
 * @param <R> what the inner publishers emit
 */
final class ConcatFlux<R> extends Flux<R> {
    private final Flux<LentBatch> batches;
    private final Function<? super RecordBatch, ? extends Publisher<? extends R>> function;

    ConcatFlux(Flux<LentBatch> batches, Function<? super RecordBatch, ? extends Publisher<? extends R>> function) {
        this.batches = batches;
        this.function = function;
    }

    @Override
    public void subscribe(CoreSubscriber<? super R> actual) {
        batches.subscribe(new ConcatSubscriber<>(function, actual));
    }
}
