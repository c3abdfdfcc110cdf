package dev.sluice.reader.internal.parquet.fetch;

import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.RangeRequest;
import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.S3FileSystem;
import dev.sluice.fs.budget.ByteBudget;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.util.context.Context;

/**
 * Asks for ranges: in the order they were submitted, a bounded number at once, and only what fits the fetch share beside
 * everything that is asked for or held. Since the share is spent by that arithmetic, a request never waits for its permit
 * behind bytes that only a later step would free. All but the arrivals belongs to the drain thread.
 */
public final class FetchQueue {
    private final S3FileSystem files;
    private final ReadOptions options;
    private final ByteBudget budget;
    private final Runnable signal;
    private final ArrayDeque<RangeTicket> waiting = new ArrayDeque<>();
    private final Set<RangeSubscriber> running = new HashSet<>();
    private final Queue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
    private long committed;
    private volatile boolean closed;

    /**
     * A queue of its own.
     *
     * @param signal called on any thread when {@link #receive()} has something to do
     */
    public FetchQueue(S3FileSystem files, ReadOptions options, ByteBudget budget, Runnable signal) {
        this.files = files;
        this.options = options;
        this.budget = budget;
        this.signal = signal;
    }

    private record Arrival(
            RangeSubscriber from,
            RangeTicket ticket,
            @Nullable FetchedRange range,
            @Nullable Throwable error) {}

    /** The whole fetch share. */
    public long limit() {
        return budget.limit();
    }

    /** What counts the bytes. */
    public ByteBudget budget() {
        return budget;
    }

    /** What of the share is not spoken for. */
    public long free() {
        return limit() - committed;
    }

    /** Whether nothing is on its way. */
    public boolean idle() {
        return waiting.isEmpty() && running.isEmpty();
    }

    ReadOptions options() {
        return options;
    }

    /** Speaks for bytes, if they fit. */
    public boolean tryCommit(long bytes) {
        if (bytes > free()) {
            return false;
        }
        committed += bytes;
        return true;
    }

    /** Gives committed bytes back. */
    public void uncommit(long bytes) {
        committed -= bytes;
    }

    /** Asks for a range whose bytes are committed. */
    RangeTicket submit(RangeRequest request) {
        RangeTicket ticket = new RangeTicket(this, request);
        waiting.add(ticket);
        start();
        return ticket;
    }

    private void start() {
        while (!closed && running.size() < options.concurrency() && !waiting.isEmpty()) {
            RangeTicket ticket = waiting.remove();
            RangeSubscriber subscriber = new RangeSubscriber(ticket);
            running.add(subscriber);
            files.read(List.of(ticket.request()), options, budget).subscribe(subscriber);
        }
    }

    /**
     * Takes in what has arrived.
     *
     * @throws RuntimeException the error of a range that could not be read
     */
    public void receive() {
        for (Arrival arrival = arrivals.poll(); arrival != null; arrival = arrivals.poll()) {
            running.remove(arrival.from);
            if (arrival.range != null) {
                arrival.ticket.arrive(arrival.range);
            } else if (arrival.error instanceof Error error) {
                throw error;
            } else if (arrival.error instanceof RuntimeException error) {
                throw error;
            } else {
                throw new IllegalStateException(
                        "reading " + arrival.ticket.request().range() + " failed", arrival.error);
            }
        }
        start();
    }

    /** Cancels what is on its way and frees what has arrived but was not taken in. */
    public void close() {
        closed = true;
        waiting.clear();
        for (RangeSubscriber subscriber : running) {
            subscriber.cancel();
        }
        running.clear();
        discard();
    }

    private void discard() {
        for (Arrival arrival = arrivals.poll(); arrival != null; arrival = arrivals.poll()) {
            if (arrival.range != null) {
                arrival.range.close();
            }
        }
    }

    private void arrived(Arrival arrival) {
        arrivals.add(arrival);
        if (closed) {
            discard();
        } else {
            signal.run();
        }
    }

    /** Waits for one range. */
    private final class RangeSubscriber extends BaseSubscriber<FetchedRange> {
        private final RangeTicket ticket;
        private boolean done;

        RangeSubscriber(RangeTicket ticket) {
            this.ticket = ticket;
        }

        @Override
        public Context currentContext() {
            return Context.empty();
        }

        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            subscription.request(1);
        }

        @Override
        protected void hookOnNext(FetchedRange range) {
            done = true;
            arrived(new Arrival(this, ticket, range, null));
        }

        @Override
        protected void hookOnComplete() {
            if (!done) {
                arrived(new Arrival(
                        this,
                        ticket,
                        null,
                        new IllegalStateException(
                                "no bytes came for " + ticket.request().range())));
            }
        }

        @Override
        protected void hookOnError(Throwable error) {
            if (!closed) {
                arrived(new Arrival(this, ticket, null, error));
            }
        }
    }
}
