package dev.sluice.fs.internal.read;

import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.S3Path;
import dev.sluice.fs.budget.ByteBudget;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

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

    /** Fills a reception, resuming where an attempt breaks off. */
    Mono<Void> fill(Reception reception, Failures failures, ReadOptions options) {
        return attempting(new FillExchange(reception, transport, meter), failures, options);
    }

    /** Asks for the version that is there now. */
    Mono<ObjectHandle> head(S3Path path, ReadOptions options) {
        return attempting(new HeadExchange(path, transport), new Failures(path, "head", () -> null), options);
    }

    Meter meter() {
        return meter;
    }

    ByteBudget connections() {
        return connections;
    }

    Backoff backoff() {
        return backoff;
    }

    Scheduler timer() {
        return timer;
    }

    private <T> Mono<T> attempting(Exchange<T> exchange, Failures failures, ReadOptions options) {
        return new Mono<>() {
            @Override
            public void subscribe(CoreSubscriber<? super T> actual) {
                actual.onSubscribe(new AttemptLoop<>(actual, exchange, failures, options, Requests.this));
            }
        };
    }
}
