package dev.sluice.fs.internal.read;

import dev.sluice.fs.FetchedRange;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/**
 * Takes ranges without touching or closing them, and requests only when told to. Not a BaseSubscriber: that one reports an
 * error that races its cancel as dropped, which here would be taken for ours.
 */
class Received implements CoreSubscriber<FetchedRange> {
    final List<FetchedRange> ranges = new CopyOnWriteArrayList<>();
    volatile @Nullable Throwable error;
    volatile boolean completed;
    private volatile @Nullable Subscription subscription;

    @Override
    public void onSubscribe(Subscription upstream) {
        subscription = upstream;
    }

    @Override
    public void onNext(FetchedRange range) {
        hookOnNext(range);
    }

    @Override
    public void onError(Throwable failure) {
        if (error != null || completed) {
            throw new AssertionError("a second end", failure);
        }
        error = failure;
    }

    @Override
    public void onComplete() {
        if (error != null || completed) {
            throw new AssertionError("a second end");
        }
        completed = true;
    }

    void hookOnNext(FetchedRange range) {
        ranges.add(range);
    }

    void request(long n) {
        subscription().request(n);
    }

    void requestUnbounded() {
        request(Long.MAX_VALUE);
    }

    void cancel() {
        subscription().cancel();
    }

    private Subscription subscription() {
        Subscription current = subscription;
        if (current == null) {
            throw new AssertionError("not subscribed");
        }
        return current;
    }

    List<Long> offsets() {
        return ranges.stream().map(range -> range.range().offset()).toList();
    }

    void closeAll() {
        ranges.forEach(FetchedRange::close);
    }
}
