package dev.sluice.testkit.fault;

import dev.sluice.testkit.http.HttpCall;
import dev.sluice.testkit.http.Interceptor;
import dev.sluice.testkit.http.Operation;
import dev.sluice.testkit.http.Treatment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The faults of a server. They look at each call in the order in which they were set. Delays add up and changes of the
 * answer follow each other; of the faults that decide how a call ends (an error, a broken connection) only the first
 * strikes, and the next waits for the next call that it matches. So the same calls always meet the same faults.
 *
 * @since 0.1
 */
public final class Faults implements Interceptor {
    private final List<Fault> faults = new ArrayList<>();
    private final List<Firing> firings = new ArrayList<>();

    /** No faults yet. */
    public Faults() {}

    /**
     * Begins a fault.
     *
     * @param match which calls it strikes
     * @return what to do to them
     */
    public FaultAction on(Match match) {
        return new FaultAction(this, match);
    }

    /**
     * What has struck so far.
     *
     * @return the firings, in order
     */
    public synchronized List<Firing> firings() {
        return List.copyOf(firings);
    }

    /** Takes every fault away and forgets what has struck. */
    public synchronized void clear() {
        faults.clear();
        firings.clear();
    }

    synchronized Fault add(Match match, String what, Effect effect) {
        Fault fault = new Fault(this, match, what, effect);
        faults.add(fault);
        return fault;
    }

    synchronized void remove(Fault fault) {
        faults.remove(fault);
    }

    @Override
    public synchronized Treatment treat(HttpCall call, Operation operation) {
        if (faults.isEmpty()) {
            return Treatment.NONE;
        }
        TreatmentBuilder treatment = new TreatmentBuilder();
        for (Fault fault : faults) {
            if (fault.consider(call, operation, treatment)) {
                firings.add(new Firing(fault, operation, call, Instant.now()));
            }
        }
        return treatment.build();
    }
}
