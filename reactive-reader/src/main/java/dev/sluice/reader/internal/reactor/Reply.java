package dev.sluice.reader.internal.reactor;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.ContextView;

/**
 * Answers one subscriber of a Mono from outside. Begins at the first request. An answer that finds its subscriber gone is
 * forgotten: {@code Mono.create} reports such a one to Reactor's hooks for dropped signals, as if something had gone wrong.
 *
 * @param <T> of a value that needs no closing
 */
public final class Reply<T> implements Subscription {
    private enum State {
        IDLE,
        ASKED,
        OVER
    }

    private final CoreSubscriber<? super T> actual;
    private final Consumer<Reply<T>> begin;
    private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
    private final Disposable.Swap onCancel = Disposables.swap();

    private Reply(CoreSubscriber<? super T> actual, Consumer<Reply<T>> begin) {
        this.actual = actual;
        this.begin = begin;
    }

    /**
     * A Mono that is answered from outside.
     *
     * @param begin told of each subscriber once it requests
     */
    public static <T> Mono<T> mono(Consumer<Reply<T>> begin) {
        return new Mono<>() {
            @Override
            public void subscribe(CoreSubscriber<? super T> actual) {
                actual.onSubscribe(new Reply<T>(actual, begin));
            }
        };
    }

    @Override
    public void request(long n) {
        if (Operators.validate(n) && state.compareAndSet(State.IDLE, State.ASKED)) {
            try {
                begin.accept(this);
            } catch (Throwable e) {
                Exceptions.throwIfFatal(e);
                fail(e);
            }
        }
    }

    @Override
    public void cancel() {
        if (state.getAndSet(State.OVER) != State.OVER) {
            onCancel.dispose();
        }
    }

    /** What to do on a cancel; at once if there was one. */
    public void onCancel(Disposable action) {
        boolean unused = onCancel.update(action);
    }

    /** Emits the value and completes. Only the first answer counts. */
    public void succeed(T value) {
        if (state.compareAndSet(State.ASKED, State.OVER)) {
            actual.onNext(value);
            actual.onComplete();
        }
    }

    /** Completes without a value. Only the first answer counts. */
    public void complete() {
        if (state.compareAndSet(State.ASKED, State.OVER)) {
            actual.onComplete();
        }
    }

    /** Ends with an error. Only the first answer counts. */
    public void fail(Throwable error) {
        if (state.compareAndSet(State.ASKED, State.OVER)) {
            actual.onError(error);
        }
    }

    /** The subscriber's context. */
    public ContextView context() {
        return actual.currentContext();
    }
}
