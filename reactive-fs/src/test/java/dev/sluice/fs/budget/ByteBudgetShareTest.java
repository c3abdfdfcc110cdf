package dev.sluice.fs.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** What a part of a budget owes to the whole and to its siblings. */
class ByteBudgetShareTest {
    private final ByteBudget whole = ByteBudget.ofBytes(100);

    @Test
    void aShareCountsInTheWholeToo() {
        ByteBudget share = whole.share(60);
        ByteBudget part = share.share(40);
        Waiter waiter = Waiter.on(part, 30);

        assertThat(part.inUse()).isEqualTo(30);
        assertThat(share.inUse()).isEqualTo(30);
        assertThat(whole.inUse()).isEqualTo(30);
        waiter.permit.shrinkTo(10);
        assertThat(whole.inUse()).isEqualTo(10);
        waiter.close();
        assertThat(part.inUse() + share.inUse() + whole.inUse()).isZero();
        assertThat(part.peak()).isEqualTo(30);
        assertThat(share.peak()).isEqualTo(30);
        assertThat(whole.peak()).isEqualTo(30);
    }

    @Test
    void aShareIsNeverLargerThanTheWhole() {
        assertThat(whole.share(1_000).limit()).isEqualTo(100);
        assertThat(whole.share(99).limit()).isEqualTo(99);
        assertThatThrownBy(() -> whole.share(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void moreThanTheShareFailsAtOnce() {
        assertThat(Waiter.on(whole.share(60), 61).error)
                .isInstanceOfSatisfying(
                        BudgetExceededException.class,
                        error -> assertThat(error.limitBytes()).isEqualTo(60));
    }

    @Test
    void aFullShareMakesOnlyItsOwnWait() {
        ByteBudget share = whole.share(20);
        ByteBudget sibling = whole.share(20);
        Waiter holder = Waiter.on(share, 20);
        Waiter waiter = Waiter.on(share, 1);

        assertThat(waiter.granted()).isFalse();
        assertThat(Waiter.on(sibling, 20).granted()).isTrue();
        assertThat(Waiter.on(whole, 60).granted()).isTrue();
        assertThat(share.waiting()).isEqualTo(1);
        assertThat(sibling.waiting()).isZero();
        assertThat(whole.waiting()).as("the shares' waiters count").isEqualTo(1);
        holder.close();
        assertThat(waiter.granted()).isTrue();
    }

    @Test
    void orderOfArrivalHoldsBetweenSiblings() {
        ByteBudget left = whole.share(80);
        ByteBudget right = whole.share(80);
        Waiter holder = Waiter.on(left, 70);
        Waiter first = Waiter.on(right, 40);
        Waiter second = Waiter.on(left, 10);
        Waiter direct = Waiter.on(whole, 5);

        assertThat(first.granted()).isFalse();
        assertThat(second.granted())
                .as("behind its sibling in the whole's queue")
                .isFalse();
        assertThat(direct.granted()).isFalse();
        assertThat(whole.waiting()).isEqualTo(3);
        assertThat(right.inUse()).as("reserved is not in use").isZero();
        holder.close();
        assertThat(first.granted()).isTrue();
        assertThat(second.granted()).isTrue();
        assertThat(direct.granted()).isTrue();
        assertThat(whole.inUse()).isEqualTo(55);
        assertThat(right.inUse()).isEqualTo(40);
        assertThat(left.inUse()).isEqualTo(10);
    }

    @Test
    void whatWaitsInTheWholesQueueIsReservedInItsShare() {
        ByteBudget left = whole.share(50);
        Waiter holder = Waiter.on(whole, 80);
        Waiter first = Waiter.on(left, 30);
        Waiter second = Waiter.on(left, 30);
        holder.close();

        assertThat(first.granted()).isTrue();
        assertThat(second.granted()).as("the share is full, the whole is not").isFalse();
        assertThat(left.peak()).isLessThanOrEqualTo(50);
        first.close();
        assertThat(second.granted()).isTrue();
    }

    @Test
    void cancelInTheWholesQueueGivesTheReservationBack() {
        ByteBudget share = whole.share(50).share(50);
        Waiter holder = Waiter.on(whole, 80);
        Waiter first = Waiter.on(share, 50);
        Waiter second = Waiter.on(share, 20);
        first.cancel();

        assertThat(second.granted()).isTrue();
        assertThat(share.inUse()).isEqualTo(20);
        assertThat(whole.waiting()).isZero();
        holder.close();
        second.close();
        assertThat(Waiter.on(share, 50).granted()).as("nothing stayed reserved").isTrue();
    }

    @Test
    void cancelOfAnUndeliveredGrantGivesItBackOnAllLevels() {
        ByteBudget share = whole.share(60);
        Waiter holder = Waiter.on(whole, 100);
        Waiter second = new Waiter();
        whole.acquire(40).subscribe(permit -> second.cancel());
        share.acquire(60).subscribe(second);
        holder.close();

        assertThat(second.granted()).isFalse();
        assertThat(whole.inUse()).isEqualTo(40);
        assertThat(share.inUse()).isZero();
        assertThat(Waiter.on(share, 60).granted()).isTrue();
    }

    @Test
    void sharesThatFitTogetherNeverWaitForEachOther() {
        ByteBudget fetch = whole.share(60);
        ByteBudget decode = whole.share(40);
        Waiter.on(fetch, 60);
        Waiter.on(fetch, 60);
        Waiter.on(fetch, 1);

        assertThat(Waiter.on(decode, 40).granted()).isTrue();
    }
}
