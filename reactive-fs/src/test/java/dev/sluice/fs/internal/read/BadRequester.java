package dev.sluice.fs.internal.read;

import dev.sluice.fs.FetchedRange;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/** Requests what no subscriber may. */
final class BadRequester implements CoreSubscriber<FetchedRange> {
    private final long request;

    @Nullable
    Throwable error;

    BadRequester(long request) {
        this.request = request;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        subscription.request(request);
    }

    @Override
    public void onNext(FetchedRange range) {
        range.close();
        throw new AssertionError("nothing was requested");
    }

    @Override
    public void onError(Throwable failure) {
        error = failure;
    }

    @Override
    public void onComplete() {
        throw new AssertionError("completed");
    }
}
