package dev.sluice.fs.budget;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * One budget of a tree of budgets. An acquisition waits in the queue of the share it was asked of; when it is at the head
 * there and fits, the share reserves its bytes and hands it to its parent's queue, and so on up to the root, which grants
 * it. So order is kept in every queue on the way, a share that is full never stands in its siblings' way, and shares that
 * together are no larger than the whole never wait for each other.
 *
 * <p>All state of a tree is guarded by one lock, held for a few instructions and never while a signal is sent. It is a
 * monitor rather than a parking lock, so that event-loop threads may take it.
 */
final class BudgetNode implements ByteBudget {
    private final Object lock;
    private final @Nullable BudgetNode parent;
    private final long limit;

    /** In order of arrival; a set, so that leaving from the middle is cheap. */
    private final LinkedHashSet<Acquisition> queue = new LinkedHashSet<>();

    /** Granted here, or on their way through the queues above. */
    private long reserved;

    private long inUse;
    private long peak;
    private int waiting;

    BudgetNode(@Nullable BudgetNode parent, long limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("a budget has at least 1 byte, not " + limit);
        }
        this.lock = parent == null ? new Object() : parent.lock;
        this.parent = parent;
        this.limit = parent == null ? limit : Math.min(limit, parent.limit);
    }

    @Override
    public Mono<Permit> acquire(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("can't acquire a negative number of bytes: " + bytes);
        }
        return bytes > limit ? Mono.error(() -> new BudgetExceededException(bytes, limit)) : new Acquire(this, bytes);
    }

    @Override
    public ByteBudget share(long limitBytes) {
        return new BudgetNode(this, limitBytes);
    }

    @Override
    public long limit() {
        return limit;
    }

    @Override
    public long inUse() {
        synchronized (lock) {
            return inUse;
        }
    }

    @Override
    public long peak() {
        synchronized (lock) {
            return peak;
        }
    }

    @Override
    public int waiting() {
        synchronized (lock) {
            return waiting;
        }
    }

    @Override
    public String toString() {
        synchronized (lock) {
            return "ByteBudget[" + inUse + " of " + limit + " bytes in use, " + waiting + " waiting]";
        }
    }

    /** Takes its place at the end of the queue, or is granted at once. */
    void enqueue(Acquisition acquisition) {
        List<Acquisition> granted = new ArrayList<>(1);
        synchronized (lock) {
            if (acquisition.state != Acquisition.State.NEW) {
                return;
            }
            acquisition.state = Acquisition.State.WAITING;
            acquisition.at = this;
            countWaiting(1);
            queue.add(acquisition);
            pump(granted);
        }
        // Only the newcomer can have been granted, for whoever was before it still does not fit.
        granted.forEach(Acquisition::emit);
    }

    /** Leaves the queue, or gives back what was granted and has not been delivered. */
    void cancel(Acquisition acquisition) {
        List<Acquisition> granted = new ArrayList<>();
        synchronized (lock) {
            switch (acquisition.state) {
                case WAITING -> {
                    acquisition.at.queue.remove(acquisition);
                    for (BudgetNode node = this; node != acquisition.at; node = node.above()) {
                        node.reserved -= acquisition.bytes;
                    }
                    countWaiting(-1);
                    pump(granted);
                }
                case GRANTED -> {
                    giveBack(acquisition.bytes);
                    pump(granted);
                }
                default -> {
                    // Not asked for yet, or already the receiver's.
                }
            }
            acquisition.state = Acquisition.State.CANCELLED;
        }
        Emissions.emit(granted);
    }

    /** Claims a grant for delivery; false if it was cancelled first. */
    boolean deliver(Acquisition acquisition) {
        synchronized (lock) {
            if (acquisition.state != Acquisition.State.GRANTED) {
                return false;
            }
            acquisition.state = Acquisition.State.DELIVERED;
            return true;
        }
    }

    long held(GrantedPermit permit) {
        synchronized (lock) {
            return permit.held;
        }
    }

    void shrink(GrantedPermit permit, long bytes) {
        List<Acquisition> granted = new ArrayList<>();
        synchronized (lock) {
            if (permit.closed) {
                return;
            }
            if (bytes < 0 || bytes > permit.held) {
                throw new IllegalArgumentException("a permit of " + permit.held + " bytes can't be shrunk to " + bytes);
            }
            giveBack(permit.held - bytes);
            permit.held = bytes;
            pump(granted);
        }
        Emissions.emit(granted);
    }

    void close(GrantedPermit permit) {
        List<Acquisition> granted = new ArrayList<>();
        synchronized (lock) {
            permit.closed = true;
            giveBack(permit.held);
            permit.held = 0;
            pump(granted);
        }
        Emissions.emit(granted);
    }

    private BudgetNode above() {
        if (parent == null) {
            throw new IllegalStateException("the root has no parent");
        }
        return parent;
    }

    private void countWaiting(int change) {
        for (BudgetNode node = this; node != null; node = node.parent) {
            node.waiting += change;
        }
    }

    private void giveBack(long bytes) {
        for (BudgetNode node = this; node != null; node = node.parent) {
            node.reserved -= bytes;
            node.inUse -= bytes;
        }
    }

    /** Lets heads pass as far as they fit, here and on all levels above. */
    private void pump(List<Acquisition> granted) {
        for (BudgetNode node = this; node != null; node = node.parent) {
            node.passHeads(granted);
        }
    }

    private void passHeads(List<Acquisition> granted) {
        while (!queue.isEmpty()) {
            Acquisition head = queue.iterator().next();
            if (head.bytes > limit - reserved) {
                return;
            }
            queue.remove(head);
            reserved += head.bytes;
            if (parent == null) {
                head.node.grant(head);
                granted.add(head);
            } else {
                head.at = parent;
                parent.queue.add(head);
            }
        }
    }

    private void grant(Acquisition acquisition) {
        acquisition.state = Acquisition.State.GRANTED;
        countWaiting(-1);
        for (BudgetNode node = this; node != null; node = node.parent) {
            node.inUse += acquisition.bytes;
            node.peak = Math.max(node.peak, node.inUse);
        }
    }
}
