package dev.sluice.fs.internal.read;

import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.budget.ByteBudget;
import java.util.Iterator;
import java.util.function.Supplier;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/**
 * Runs fetches ahead of demand and delivers them in order. A sequence of its own, since no operator of Reactor gives back
 * what it has parked when it is cancelled (reactor-core#4379, seen with 3.8.8; flatMapSequential would be the nearest):
 * this one owns every buffer and permit until it is delivered.
 */
final class OrderedFetch extends Flux<FetchedRange> {
    private final Supplier<Iterator<? extends Fetch>> plan;
    private final int concurrency;
    private final ByteBudget budget;

    /**
     * A cold sequence.
     *
     * @param plan what to fetch; made anew for each subscription, at its first request
     * @param concurrency requests in flight, or fetches read and not delivered, at most
     * @param budget what counts the bytes
     */
    OrderedFetch(Supplier<Iterator<? extends Fetch>> plan, int concurrency, ByteBudget budget) {
        this.plan = plan;
        this.concurrency = concurrency;
        this.budget = budget;
    }

    @Override
    public void subscribe(CoreSubscriber<? super FetchedRange> actual) {
        actual.onSubscribe(new OrderedFetchSubscription(actual, plan, concurrency, budget));
    }
}
