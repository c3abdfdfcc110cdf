package dev.sluice.fs.budget;

import reactor.core.publisher.Mono;

/**
 * A hard limit on bytes, handed out as permits in the order they were asked for. Nobody overtakes: while the head of the
 * queue waits for a large permit, later small ones wait behind it, so that ordered delivery can never be starved by what
 * comes after it.
 *
 * @since 0.1
 */
public interface ByteBudget {
    /**
     * A budget of its own.
     *
     * @param limitBytes at least 1
     * @return the budget
     */
    static ByteBudget ofBytes(long limitBytes) {
        return new BudgetNode(null, limitBytes);
    }

    /**
     * Asks for bytes.
     *
     * <p>Demand: takes its place in the queue at the first request, also for 0 bytes. Threads: emits on the thread that made
     * room, or on the requesting one if there is room already; no lock is held meanwhile. On cancel: a waiter leaves the
     * queue; a permit granted at the same moment goes back. On error: {@link BudgetExceededException} at once if the limit
     * could never hold the bytes. Ownership: the receiver closes the permit.
     *
     * @param bytes how many, at least 0
     * @return the permit, once it fits
     */
    Mono<Permit> acquire(long bytes);

    /**
     * A part of this budget: what it grants counts here too, and never exceeds {@code limitBytes} there. A share that is full
     * makes only its own waiters wait. Shares may add up to more than the whole; then a wish that fits its share may have
     * to wait for its siblings' bytes, in the order of arrival. Shares that add up to no more than the whole never wait for
     * each other.
     *
     * @param limitBytes at least 1; more than this budget's own limit is the same as that limit
     * @return the part
     */
    ByteBudget share(long limitBytes);

    /**
     * The limit.
     *
     * @return bytes
     */
    long limit();

    /**
     * What is granted and not yet returned, here and in the shares.
     *
     * @return bytes
     */
    long inUse();

    /**
     * The most that was ever in use at one moment.
     *
     * @return bytes
     */
    long peak();

    /**
     * How many ask and wait, here and in the shares.
     *
     * @return waiters
     */
    int waiting();
}
