package dev.sluice.fs.internal.read;

import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.budget.Permit;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * One subscriber's attempts at an exchange: wait for a place among the connections, try, give the place back, and if it
 * failed in passing, pause and do so again. One stage follows the other, so there is never more than one thing to cancel.
 *
 * <p>Not composed of Reactor's operators: under races of cancel with a grant or an error, a chain of flatMap, using, timeout
 * and retryWhen lost a place now and then and reported late errors as dropped (RequestsRaceTest, reactor-core 3.8.8).
 */
final class AttemptLoop<T> implements Subscription {
    private final CoreSubscriber<? super T> actual;
    private final Exchange<T> exchange;
    private final Failures failures;
    private final ReadOptions options;
    private final Requests requests;

    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Disposable.Swap stage = Disposables.swap();
    private final PermitCell place = new PermitCell();
    private final AtomicInteger attempts = new AtomicInteger();

    AttemptLoop(
            CoreSubscriber<? super T> actual,
            Exchange<T> exchange,
            Failures failures,
            ReadOptions options,
            Requests requests) {
        this.actual = actual;
        this.exchange = exchange;
        this.failures = failures;
        this.options = options;
        this.requests = requests;
    }

    @Override
    public void request(long n) {
        if (Operators.validate(n) && started.compareAndSet(false, true)) {
            begin();
        }
    }

    @Override
    public void cancel() {
        if (ended.compareAndSet(false, true)) {
            stage.dispose();
            place.close();
        }
    }

    private Context context() {
        return actual.currentContext();
    }

    private void begin() {
        if (exchange.isDone()) {
            // Broken off behind its last byte: there is nothing left to ask for.
            succeed(null);
            return;
        }
        PlaceSubscriber waiting = new PlaceSubscriber();
        stage.replace(waiting);
        requests.connections().acquire(1).subscribe(waiting);
    }

    private void call() {
        attempts.incrementAndGet();
        requests.meter().sent();
        CallSubscriber call = new CallSubscriber();
        stage.replace(call);
        call.watch();
        exchange.attempt().subscribe(call);
    }

    private void succeed(@Nullable T value) {
        leave();
        if (ended.compareAndSet(false, true)) {
            if (value != null) {
                actual.onNext(value);
            }
            actual.onComplete();
        }
    }

    private void failed(Throwable error) {
        leave();
        if (error instanceof TransportException failure) {
            int made = attempts.get();
            if (failure.isRetryable() && made < options.maxAttempts()) {
                pause(requests.backoff().before(made, failure).toNanos());
                return;
            }
            terminate(failures.of(failure, made));
        } else {
            terminate(error);
        }
    }

    private void pause(long nanos) {
        requests.meter().retried();
        Disposable.Swap pause = Disposables.swap();
        // First the place for it, then the task: the task may run, and set the next stage, at any moment.
        stage.replace(pause);
        pause.replace(requests.timer().schedule(this::begin, nanos, TimeUnit.NANOSECONDS));
    }

    private void terminate(Throwable error) {
        if (ended.compareAndSet(false, true)) {
            actual.onError(error);
        }
    }

    /** Gives the connection's place to the next in line. */
    private void leave() {
        Permit held = place.take();
        if (held != null) {
            held.close();
        }
    }

    private final class PlaceSubscriber extends InnerSubscriber<Permit> {
        PlaceSubscriber() {
            super(AttemptLoop.this::context);
        }

        @Override
        public void onNext(Permit granted) {
            if (place.put(granted)) {
                call();
            }
        }

        @Override
        public void onError(Throwable error) {
            if (end()) {
                terminate(error);
            }
        }

        @Override
        public void onComplete() {
            // The permit said it all.
        }
    }

    private final class CallSubscriber extends InnerSubscriber<T> {
        private final Standstill standstill = new Standstill(exchange::signals);
        private final Disposable.Swap nextLook = Disposables.swap();
        private @Nullable T value;

        CallSubscriber() {
            super(AttemptLoop.this::context);
        }

        void watch() {
            long pause = options.idleTimeout().toNanos() / Standstill.LOOKS;
            nextLook.replace(requests.timer().schedule(this::look, pause, TimeUnit.NANOSECONDS));
        }

        private void look() {
            if (!standstill.look()) {
                watch();
            } else if (stop()) {
                failed(new TransportException(
                        TransportException.Kind.TRANSIENT, "nothing came for " + options.idleTimeout()));
            }
        }

        @Override
        public void onNext(T answer) {
            value = answer;
        }

        @Override
        public void onError(Throwable error) {
            if (end()) {
                nextLook.dispose();
                failed(error);
            }
        }

        @Override
        public void onComplete() {
            if (!end()) {
                return;
            }
            nextLook.dispose();
            try {
                exchange.verify();
            } catch (TransportException failure) {
                failed(failure);
                return;
            }
            succeed(value);
        }

        @Override
        public void dispose() {
            super.dispose();
            nextLook.dispose();
        }
    }
}
