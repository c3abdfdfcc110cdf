package dev.sluice.reader.internal.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.fs.budget.BudgetExceededException;
import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.reader.Received;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResultMemoryTest {
    private final RootAllocator root = new RootAllocator();
    private final ByteBudget budget = ByteBudget.ofBytes(2_000);
    private final ResultMemory memory = new ResultMemory(budget, root);

    @AfterEach
    void nothingIsLeft() {
        assertThat(budget.inUse()).isZero();
        root.close();
    }

    @Test
    void theLimitIsPartedInTwoHalves() {
        assertThat(memory.fetch().limit()).isEqualTo(1_000);
        assertThat(memory.decode().limit()).isEqualTo(1_000);
        var fetched = memory.fetch().acquire(1_000).block();
        BatchAllocation decoded = memory.allocate(1_000).block();
        assertThat(budget.inUse()).isEqualTo(2_000);
        fetched.close();
        decoded.close();
        assertThat(new ResultMemory(ByteBudget.ofBytes(1), root).decode().limit())
                .isOne();
    }

    @Test
    void moreThanTheShareIsRefusedAtOnce() {
        assertThatThrownBy(() -> memory.allocate(1_001).block()).isInstanceOf(BudgetExceededException.class);
        assertThat(memory.lastAsked()).isEqualTo(1_001);
    }

    @Test
    void anAllocationGivesOutNoByteMoreThanItAskedFor() {
        BatchAllocation allocation = memory.allocate(512).block();
        assertThat(allocation.bytes()).isEqualTo(512);
        ArrowBuf most = allocation.allocator().buffer(512);
        assertThatThrownBy(() -> allocation.allocator().buffer(1)).isInstanceOf(OutOfMemoryException.class);
        most.close();
        allocation.close();
        allocation.close();
        assertThat(budget.inUse()).isZero();
    }

    @Test
    void settlingGivesBackWhatWasNotUsed() {
        BatchAllocation allocation = memory.allocate(512).block();
        ArrowBuf used = allocation.allocator().buffer(64);
        allocation.settle();
        assertThat(allocation.bytes()).isEqualTo(64);
        assertThat(budget.inUse()).isEqualTo(64);
        assertThatThrownBy(() -> allocation.allocator().buffer(8)).isInstanceOf(OutOfMemoryException.class);
        used.close();
        allocation.close();
    }

    @Test
    void roomIsWaitedForAndGivenInOrder() {
        BatchAllocation first = memory.allocate(800).block();
        Received<BatchAllocation> second = Received.from(memory.allocate(300));
        Received<BatchAllocation> third = Received.from(memory.allocate(100));
        assertThat(second.value()).isNull();
        assertThat(third.value()).as("not before the one in front of it").isNull();
        first.close();
        second.value().close();
        third.value().close();
    }

    @Test
    void anAllocationClosedBeforeItsBuffersShowsTheLeakAndGivesBackThePermit() {
        // an allocator of its own, not closed: what is leaked here on purpose, none takes back
        ResultMemory leaky = new ResultMemory(budget, new RootAllocator());
        BatchAllocation allocation = leaky.allocate(512).block();
        allocation.allocator().buffer(64);
        assertThatThrownBy(allocation::close).isInstanceOf(IllegalStateException.class);
        assertThat(budget.inUse()).isZero();
    }

    @Test
    void parkedMemoryIsTakenOnceOrFreed() {
        PendingAllocation pending = new PendingAllocation();
        assertThat(pending.take()).isNull();
        BatchAllocation one = memory.allocate(100).block();
        pending.park(one);
        assertThat(pending.take()).isSameAs(one);
        assertThat(pending.take()).isNull();
        one.close();
        pending.park(memory.allocate(100).block());
        pending.close();
        assertThat(budget.inUse()).isZero();
        assertThat(pending.take()).isNull();
        pending.park(memory.allocate(100).block());
        assertThat(budget.inUse())
                .as("freed at once: there is no decoder any more")
                .isZero();
        pending.close();
    }
}
