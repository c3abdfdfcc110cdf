package dev.sluice.reader.internal.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.reader.OwnedBatch;
import dev.sluice.reader.ResultColumn;
import dev.sluice.reader.ResultSchema;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.impl.UnionListWriter;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.util.Text;

/** A scope with real memory, and batches of two columns in it: a text, and a list of numbers. */
final class ScopeFixture implements AutoCloseable {
    static final Field TEXT = Field.nullable("text", MinorType.VARCHAR.getType());
    static final Field LIST = new Field(
            "list",
            FieldType.nullable(MinorType.LIST.getType()),
            List.of(Field.nullable("$data$", MinorType.INT.getType())));

    final RootAllocator root = new RootAllocator();
    final ByteBudget budget = ByteBudget.ofBytes(1 << 20);
    final List<String> events = new CopyOnWriteArrayList<>();
    final ResultSchema schema = new ResultSchema(
            List.of(new ResultColumn("text", "varchar", TEXT), new ResultColumn("list", "array(integer)", LIST)));
    final ResultScope scope = new ResultScope("q", root, budget, new ResultEvents() {
        @Override
        public void batchOpened(long bytes) {
            events.add("opened " + bytes);
        }

        @Override
        public void batchClosed(long bytes) {
            events.add("closed " + bytes);
        }

        @Override
        public void batchLeaked() {
            events.add("leaked");
        }

        @Override
        public void allocatorLeaked(long bytes) {
            events.add("allocator leaked " + bytes);
        }
    });

    DecodedBatch decoded(String... texts) {
        BatchAllocation memory = scope.memory().allocate(64 << 10).block();
        BufferAllocator allocator = memory.allocator();
        VarCharVector text = new VarCharVector(TEXT, allocator);
        ListVector list = (ListVector) LIST.createVector(allocator);
        text.allocateNew(1 << 10, texts.length);
        UnionListWriter writer = list.getWriter();
        for (int i = 0; i < texts.length; i++) {
            if (texts[i] != null) {
                text.set(i, new Text(texts[i]));
                writer.setPosition(i);
                writer.startList();
                writer.writeInt(i);
                writer.writeInt(i + 1);
                writer.endList();
            }
        }
        text.setValueCount(texts.length);
        list.setValueCount(texts.length);
        memory.settle();
        List<FieldVector> vectors = List.of(text, list);
        return new DecodedBatch(new VectorSchemaRoot(List.of(TEXT, LIST), vectors, texts.length), memory, false);
    }

    OwnedBatch given(String... texts) {
        return scope.give(decoded(texts), schema);
    }

    LentBatch lent(String... texts) {
        return scope.lend(decoded(texts), schema);
    }

    static List<String> values(VectorSchemaRoot root) {
        return root.getFieldVectors().stream()
                .map(vector -> {
                    StringBuilder values = new StringBuilder();
                    for (int i = 0; i < vector.getValueCount(); i++) {
                        values.append(vector.getObject(i)).append(' ');
                    }
                    return values.toString().trim();
                })
                .toList();
    }

    /** Ends the scope: all that it was made of must be back. */
    @Override
    public void close() {
        scope.end();
        assertThat(scope.heldBatches()).isZero();
        assertThat(scope.heldBytes()).isZero();
        assertThat(budget.inUse()).isZero();
        assertThat(root.getChildAllocators()).as("the subscription's allocator").isEmpty();
        root.close();
    }
}
