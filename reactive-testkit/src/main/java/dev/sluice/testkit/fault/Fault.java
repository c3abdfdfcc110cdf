package dev.sluice.testkit.fault;

import dev.sluice.testkit.http.HttpCall;
import dev.sluice.testkit.http.Operation;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A fault that was set, and how often it has struck.
 *
 * @since 0.1
 */
public final class Fault {
    private final Faults owner;
    private final Match match;
    private final String what;
    private final Effect effect;
    private long seen;
    private final AtomicLong fired = new AtomicLong();

    Fault(Faults owner, Match match, String what, Effect effect) {
        this.owner = owner;
        this.match = match;
        this.what = what;
        this.effect = effect;
    }

    /**
     * How often it has struck.
     *
     * @return the count
     */
    public long fired() {
        return fired.get();
    }

    /** Takes it away, so that it strikes no more. */
    public void remove() {
        owner.remove(this);
    }

    /** Looks at a call, and does to it what is to be done; true if that was something. Under the owner's lock. */
    boolean consider(HttpCall call, Operation operation, TreatmentBuilder treatment) {
        if (!match.covers(call, operation)) {
            return false;
        }
        boolean strikes = match.strikes(seen + 1);
        if (strikes && effect.decides() && treatment.isDecided()) {
            // An earlier fault decides this call: this one's turn comes with the next.
            return false;
        }
        seen++;
        if (!strikes) {
            return false;
        }
        effect.apply(operation, treatment);
        fired.incrementAndGet();
        return true;
    }

    @Override
    public String toString() {
        return what + " on " + match;
    }
}
