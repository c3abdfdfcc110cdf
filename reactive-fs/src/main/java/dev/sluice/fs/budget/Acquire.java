package dev.sluice.fs.budget;

import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/** Bytes of a budget, asked for anew by each subscription. */
final class Acquire extends Mono<Permit> {
    private final BudgetNode node;
    private final long bytes;

    Acquire(BudgetNode node, long bytes) {
        this.node = node;
        this.bytes = bytes;
    }

    @Override
    public void subscribe(CoreSubscriber<? super Permit> actual) {
        actual.onSubscribe(new Acquisition(node, bytes, actual));
    }
}
