package dev.sluice.reader.internal.parquet;

import dev.sluice.fs.FetchedRange;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.util.context.Context;

/** The end of a file on its way: at most one result, taken once or discarded. */
final class TailRead extends BaseSubscriber<FetchedRange> {
    private static final Object DISCARDED = new Object();

    private final int bytes;
    private final Runnable signal;
    private final AtomicReference<@Nullable Object> result = new AtomicReference<>();

    TailRead(int bytes, Runnable signal) {
        this.bytes = bytes;
        this.signal = signal;
    }

    @Override
    public Context currentContext() {
        return Context.empty();
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        subscription.request(1);
    }

    @Override
    protected void hookOnNext(FetchedRange range) {
        if (result.compareAndSet(null, range)) {
            signal.run();
        } else {
            range.close();
        }
    }

    @Override
    protected void hookOnComplete() {
        if (result.compareAndSet(null, new IllegalStateException("no bytes came for the last " + bytes))) {
            signal.run();
        }
    }

    @Override
    protected void hookOnError(Throwable error) {
        if (result.compareAndSet(null, error)) {
            signal.run();
        }
    }

    boolean finished() {
        return result.get() != null;
    }

    /** The bytes; the caller closes them. */
    FetchedRange take() {
        Object taken = result.getAndSet(DISCARDED);
        if (taken instanceof FetchedRange range) {
            return range;
        }
        if (taken instanceof RuntimeException error) {
            throw error;
        }
        if (taken instanceof Error error) {
            throw error;
        }
        throw new IllegalStateException("reading a footer failed", taken instanceof Throwable cause ? cause : null);
    }

    void cancelAndDiscard() {
        cancel();
        if (result.getAndSet(DISCARDED) instanceof FetchedRange range) {
            range.close();
        }
    }
}
