package dev.sluice.fs.internal.read;

import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.budget.BudgetExceededException;
import dev.sluice.fs.budget.Permit;
import reactor.core.publisher.Mono;

/**
 * Something to read into one buffer with one or more requests, and to deliver in one or more pieces. Used by one
 * {@link OrderedFetch} subscription, which calls all but the requests one at a time.
 */
interface Fetch {
    /** What it must be granted before a request is sent. */
    long bytes();

    /** How many requests fill it. */
    int requests();

    /** Takes over the permit, and with it the duty to give it back. */
    void begin(Permit permit);

    /** One of the requests, with its retries. */
    Mono<Void> request(int index);

    /** How many pieces are still to be delivered. */
    int undelivered();

    /** Hands over the next piece; only when all requests are complete and a piece is left. */
    FetchedRange deliver();

    /** Gives back whatever has not been delivered. Doing so again does nothing. */
    void discard();

    /** What to tell if the budget could never hold it. */
    RuntimeException tooLarge(BudgetExceededException cause);
}
