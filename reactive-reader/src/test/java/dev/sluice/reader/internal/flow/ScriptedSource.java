package dev.sluice.reader.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.reader.ResultColumn;
import dev.sluice.reader.ResultSchema;
import dev.sluice.reader.internal.arrow.BatchAllocation;
import dev.sluice.reader.internal.arrow.DecodedBatch;
import dev.sluice.reader.internal.arrow.ResultEvents;
import dev.sluice.reader.internal.arrow.ResultScope;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/** A source that answers as it was told to, with real vectors in real memory, and keeps account of what it was asked for. */
final class ScriptedSource implements BatchSource {
    static final Field FIELD = Field.nullable("n", MinorType.INT.getType());

    final RootAllocator root = new RootAllocator();
    final ByteBudget budget = ByteBudget.ofBytes(1 << 20);
    final AtomicInteger opened = new AtomicInteger();
    final AtomicInteger closedBatches = new AtomicInteger();
    final ResultScope scope = new ResultScope("q", root, budget, new ResultEvents() {
        @Override
        public void batchOpened(long bytes) {
            opened.incrementAndGet();
        }

        @Override
        public void batchClosed(long bytes) {
            closedBatches.incrementAndGet();
        }
    });
    final ResultSchema schema = new ResultSchema(List.of(new ResultColumn("n", "integer", FIELD)));
    final AtomicInteger pulls = new AtomicInteger();
    final AtomicInteger closes = new AtomicInteger();
    final List<Manual> manuals = new ArrayList<>();
    private final Queue<Supplier<Mono<DecodedBatch>>> answers = new ArrayDeque<>();
    RuntimeException closeFailure;

    /** Answers at once with a batch of these numbers. */
    ScriptedSource batch(int... numbers) {
        answers.add(() -> Mono.fromSupplier(() -> decoded(false, numbers)));
        return this;
    }

    /** As {@link #batch}, and knows that nothing follows. */
    ScriptedSource lastBatch(int... numbers) {
        answers.add(() -> Mono.fromSupplier(() -> decoded(true, numbers)));
        return this;
    }

    ScriptedSource error(Throwable error) {
        answers.add(() -> Mono.error(error));
        return this;
    }

    ScriptedSource answer(Supplier<Mono<DecodedBatch>> answer) {
        answers.add(answer);
        return this;
    }

    /** Answers when the test says so. */
    ScriptedSource manual() {
        Manual manual = new Manual();
        manuals.add(manual);
        answers.add(() -> manual);
        return this;
    }

    DecodedBatch decoded(boolean last, int... numbers) {
        BatchAllocation memory = scope.memory().allocate(4096).block();
        IntVector vector = new IntVector(FIELD, memory.allocator());
        vector.allocateNew(numbers.length);
        for (int i = 0; i < numbers.length; i++) {
            vector.set(i, numbers[i]);
        }
        vector.setValueCount(numbers.length);
        memory.settle();
        return new DecodedBatch(new VectorSchemaRoot(List.of(FIELD), List.of(vector), numbers.length), memory, last);
    }

    Delivery delivery() {
        return delivery(StallWatch.NONE);
    }

    Delivery delivery(StallWatch stall) {
        return new Delivery(this, scope, schema, stall);
    }

    @Override
    public Schema schema() {
        return schema.arrow();
    }

    @Override
    public Mono<DecodedBatch> next() {
        pulls.incrementAndGet();
        Supplier<Mono<DecodedBatch>> answer = answers.poll();
        return answer == null ? Mono.empty() : answer.get();
    }

    @Override
    public void close() {
        closes.incrementAndGet();
        if (closeFailure != null) {
            throw closeFailure;
        }
    }

    /** What must hold when a stream is over, whichever way. */
    void assertNothingLeft() {
        assertThat(closes).as("the source is closed once").hasValue(1);
        assertThat(closedBatches).as("batches closed").hasValue(opened.get());
        assertThat(scope.heldBatches()).isZero();
        assertThat(scope.heldBytes()).isZero();
        assertThat(budget.inUse()).as("bytes of the limit").isZero();
        assertThat(root.getChildAllocators()).as("the subscription's allocator").isEmpty();
        root.close();
    }

    /** A Mono that does what it is told, rules or not. */
    static final class Manual extends Mono<DecodedBatch> implements Subscription {
        CoreSubscriber<? super DecodedBatch> subscriber;
        final AtomicInteger cancels = new AtomicInteger();

        @Override
        public void subscribe(CoreSubscriber<? super DecodedBatch> actual) {
            subscriber = actual;
            actual.onSubscribe(this);
        }

        void answer(DecodedBatch batch) {
            subscriber.onNext(batch);
            subscriber.onComplete();
        }

        @Override
        public void request(long n) {
            // the test answers
        }

        @Override
        public void cancel() {
            cancels.incrementAndGet();
        }
    }
}
