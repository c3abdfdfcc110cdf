package dev.sluice.fs.internal.read;

import dev.sluice.fs.FetchedRange;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/** Takes ranges without touching or closing them, and requests only when told to. */
class Received extends BaseSubscriber<FetchedRange> {
    final List<FetchedRange> ranges = new CopyOnWriteArrayList<>();
    volatile @Nullable Throwable error;
    volatile boolean completed;

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        // Nothing is requested yet.
    }

    @Override
    protected void hookOnNext(FetchedRange range) {
        ranges.add(range);
    }

    @Override
    protected void hookOnError(Throwable throwable) {
        error = throwable;
    }

    @Override
    protected void hookOnComplete() {
        completed = true;
    }

    List<Long> offsets() {
        return ranges.stream().map(range -> range.range().offset()).toList();
    }

    void closeAll() {
        ranges.forEach(FetchedRange::close);
    }
}
