package dev.sluice.fs.budget;

import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/** One subscriber's wish for bytes. Its mutable fields are guarded by its tree's lock. */
final class Acquisition implements Subscription {
    enum State {
        /** Not requested yet. */
        NEW,
        WAITING,
        /** Counted as in use, not yet with the subscriber. */
        GRANTED,
        /** The subscriber's to close. */
        DELIVERED,
        CANCELLED
    }

    final BudgetNode node;
    final long bytes;
    private final CoreSubscriber<? super Permit> actual;

    State state = State.NEW;

    /** In whose queue it waits. */
    BudgetNode at;

    Acquisition(BudgetNode node, long bytes, CoreSubscriber<? super Permit> actual) {
        this.node = node;
        this.at = node;
        this.bytes = bytes;
        this.actual = actual;
    }

    @Override
    public void request(long n) {
        if (Operators.validate(n)) {
            node.enqueue(this);
        }
    }

    @Override
    public void cancel() {
        node.cancel(this);
    }

    /** Sends a granted permit, outside the lock. */
    void emit() {
        if (node.deliver(this)) {
            actual.onNext(new GrantedPermit(node, bytes));
            actual.onComplete();
        }
    }
}
