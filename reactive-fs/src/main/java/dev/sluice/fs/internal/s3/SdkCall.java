package dev.sluice.fs.internal.s3;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/**
 * One call of the SDK, made anew at each subscription's first request. Unlike {@code Mono.fromFuture} it may end later than
 * the future does (a future of ours completes at the head of a response, to keep the SDK from repeating the body), and what
 * comes after cancel is dropped in silence: a call that we broke off has nothing to report.
 */
final class SdkCall<T> implements Subscription {
    private enum State {
        NEW,
        CALLED,
        ENDED
    }

    private final CoreSubscriber<? super T> actual;
    private final Function<SdkCall<T>, CompletableFuture<?>> starter;
    private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
    private volatile @Nullable CompletableFuture<?> future;
    private volatile @Nullable Runnable onAbort;

    private SdkCall(CoreSubscriber<? super T> actual, Function<SdkCall<T>, CompletableFuture<?>> starter) {
        this.actual = actual;
        this.starter = starter;
    }

    /**
     * A cold call.
     *
     * @param starter calls the SDK and gives its very future, for cancelling a dependent one would not reach it; success is
     *     told by {@link #succeed} or {@link #complete}, the future's failure is heard
     */
    static <T> Mono<T> of(Function<SdkCall<T>, CompletableFuture<?>> starter) {
        return new Mono<>() {
            @Override
            public void subscribe(CoreSubscriber<? super T> actual) {
                actual.onSubscribe(new SdkCall<>(actual, starter));
            }
        };
    }

    @Override
    public void request(long n) {
        if (!Operators.validate(n) || !state.compareAndSet(State.NEW, State.CALLED)) {
            return;
        }
        CompletableFuture<?> started;
        try {
            started = starter.apply(this);
        } catch (RuntimeException thrown) {
            fail(thrown);
            return;
        }
        future = started;
        CompletableFuture<?> unused = started.whenComplete((value, error) -> {
            if (error != null) {
                fail(error);
            }
        });
        if (isEnded()) {
            abort();
        }
    }

    @Override
    public void cancel() {
        if (state.getAndSet(State.ENDED) != State.ENDED) {
            abort();
        }
    }

    /** Sets what stops the body; runs it at once if the call has ended already. */
    void onAbort(Runnable action) {
        onAbort = action;
        if (isEnded()) {
            abort();
        }
    }

    boolean isEnded() {
        return state.get() == State.ENDED;
    }

    void complete() {
        if (end()) {
            actual.onComplete();
        }
    }

    /** Ends with a value; if there is none after all, with the failure to make it. */
    void succeed(Supplier<T> value) {
        T made;
        try {
            made = value.get();
        } catch (RuntimeException failure) {
            fail(failure);
            return;
        }
        if (end()) {
            actual.onNext(made);
            actual.onComplete();
        }
    }

    /** Ends with an error, and stops whatever still runs. */
    void fail(Throwable error) {
        if (end()) {
            abort();
            actual.onError(SdkErrors.translate(error));
        }
    }

    private boolean end() {
        return state.getAndSet(State.ENDED) != State.ENDED;
    }

    private void abort() {
        CompletableFuture<?> running = future;
        if (running != null) {
            running.cancel(true);
        }
        Runnable body = onAbort;
        if (body != null) {
            body.run();
        }
    }
}
