package dev.sluice.fs.internal.read;

import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.S3Path;
import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.fs.budget.Permit;
import dev.sluice.fs.internal.read.TransportException.Kind;
import java.time.Duration;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/**
 * The one place that decides about waiting for a turn, timing out and trying again. An attempt holds a connection's place
 * only while it runs, not while it waits to be repeated.
 */
final class Requests {
    private final ObjectTransport transport;
    private final ByteBudget connections;
    private final Meter meter;
    private final Backoff backoff;
    private final Scheduler timer;

    Requests(ObjectTransport transport, int maxConcurrency, Backoff backoff, Scheduler timer) {
        this.transport = transport;
        this.connections = ByteBudget.ofBytes(maxConcurrency);
        this.meter = new Meter(connections);
        this.backoff = backoff;
        this.timer = timer;
    }

    Meter meter() {
        return meter;
    }

    /** Fills a reception, resuming where an attempt breaks off. */
    Mono<Void> fill(Reception reception, Failures failures, ReadOptions options) {
        return retrying(Mono.defer(() -> attempt(reception, options)), failures, options);
    }

    /** Asks for the version that is there now. */
    Mono<ObjectHandle> head(S3Path path, ReadOptions options) {
        Mono<ObjectHandle> attempt = inTurn(slot -> transport
                .head(path)
                .timeout(Mono.delay(options.idleTimeout(), timer), Mono.error(() -> stalled(options))));
        return retrying(attempt, new Failures(path, "head", () -> null), options);
    }

    private Mono<Void> attempt(Reception reception, ReadOptions options) {
        if (reception.done()) {
            // Broken off behind its last byte: there is nothing left to ask for.
            return Mono.empty();
        }
        return inTurn(slot -> {
            Reception.Attempt attempt = reception.begin();
            return transport
                    .get(attempt.request(), new MeteredReceiver(attempt, meter))
                    .then(Mono.<Void>fromRunnable(attempt::end))
                    .timeout(standstill(reception, options), Mono.error(() -> stalled(options)));
        });
    }

    private <T> Mono<T> inTurn(Function<Permit, Mono<T>> call) {
        return connections
                .acquire(1)
                .flatMap(slot -> Mono.using(
                        () -> {
                            meter.sent();
                            return slot;
                        },
                        call,
                        Permit::close,
                        true));
    }

    /** Emits once nothing has happened for the idle timeout. */
    private Mono<Long> standstill(Reception reception, ReadOptions options) {
        return Mono.defer(() -> {
            Standstill watch = new Standstill(reception);
            return Flux.interval(options.idleTimeout().dividedBy(Standstill.LOOKS), timer)
                    .filter(tick -> watch.look())
                    .next();
        });
    }

    private static TransportException stalled(ReadOptions options) {
        return new TransportException(Kind.TRANSIENT, "nothing came for " + options.idleTimeout());
    }

    private <T> Mono<T> retrying(Mono<T> attempt, Failures failures, ReadOptions options) {
        return attempt.retryWhen(Retry.from(signals -> signals.concatMap(signal -> {
            long attempts = signal.totalRetries() + 1;
            if (!(signal.failure() instanceof TransportException failure)) {
                return Mono.error(signal.failure());
            }
            if (!failure.isRetryable() || attempts >= options.maxAttempts()) {
                return Mono.error(failures.of(failure, attempts));
            }
            meter.retried();
            Duration pause = backoff.before(attempts, failure);
            return Mono.delay(pause, timer);
        })));
    }
}
