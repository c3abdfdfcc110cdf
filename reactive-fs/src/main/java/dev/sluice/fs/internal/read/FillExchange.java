package dev.sluice.fs.internal.read;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Fills a reception. */
final class FillExchange implements Exchange<Void> {
    private final Reception reception;
    private final ObjectTransport transport;
    private final Meter meter;
    private volatile Reception.@Nullable Attempt current;

    FillExchange(Reception reception, ObjectTransport transport, Meter meter) {
        this.reception = reception;
        this.transport = transport;
        this.meter = meter;
    }

    @Override
    public boolean isDone() {
        return reception.done();
    }

    @Override
    public Mono<Void> attempt() {
        Reception.Attempt attempt = reception.begin();
        current = attempt;
        return transport.get(attempt.request(), new MeteredReceiver(attempt, meter));
    }

    @Override
    public void verify() {
        Reception.Attempt attempt = current;
        if (attempt != null) {
            attempt.end();
        }
    }

    @Override
    public long signals() {
        return reception.signals();
    }
}
