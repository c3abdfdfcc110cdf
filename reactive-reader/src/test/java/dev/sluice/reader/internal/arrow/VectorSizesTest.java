package dev.sluice.reader.internal.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said beforehand is what Arrow takes: no byte less, or the limit would not hold, and none more. */
class VectorSizesTest {
    private static final VectorSizes SIZES = VectorSizes.standard();

    /** Makes something, and gives what frees it. */
    private static long taken(Function<BufferAllocator, Runnable> make) {
        try (RootAllocator root = new RootAllocator()) {
            Runnable free = make.apply(root);
            long taken = root.getAllocatedMemory();
            free.run();
            return taken;
        }
    }

    private static long taken(Function<BufferAllocator, BaseFixedWidthVector> make, int values) {
        return taken(allocator -> {
            BaseFixedWidthVector vector = make.apply(allocator);
            vector.allocateNew(values);
            return vector::close;
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 9, 63, 64, 65, 1_000, 1_024, 4_096, 8_191, 8_192, 8_193, 100_000, 2_000_001})
    void whatIsSaidIsWhatArrowTakes(int values) {
        assertThat(SIZES.fixedWidth(values, 1)).isEqualTo(taken(a -> new TinyIntVector("v", a), values));
        assertThat(SIZES.fixedWidth(values, 2)).isEqualTo(taken(a -> new SmallIntVector("v", a), values));
        assertThat(SIZES.fixedWidth(values, 4)).isEqualTo(taken(a -> new IntVector("v", a), values));
        assertThat(SIZES.fixedWidth(values, 8)).isEqualTo(taken(a -> new BigIntVector("v", a), values));
        assertThat(SIZES.fixedWidth(values, 16)).isEqualTo(taken(a -> new DecimalVector("v", a, 38, 2), values));
        assertThat(SIZES.bits(values)).isEqualTo(taken(a -> new BitVector("v", a), values));
        for (long data : new long[] {0, 1, 100, 4_096, 5_000_000}) {
            assertThat(SIZES.variableWidth(values, data)).isEqualTo(taken(allocator -> {
                VarCharVector vector = new VarCharVector("v", allocator);
                vector.allocateNew(data, values);
                return vector::close;
            }));
        }
    }

    @Test
    void aBufferIsRoundedAsItsAllocatorDoes() {
        try (RootAllocator root = new RootAllocator()) {
            VectorSizes own = VectorSizes.of(root);
            for (long bytes : new long[] {0, 1, 8, 9, 1_000, 100_000, 20_000_000}) {
                long taken = taken(allocator -> allocator.buffer(bytes)::close);
                assertThat(own.buffer(bytes)).as("%s bytes", bytes).isEqualTo(taken);
            }
        }
    }

    @Test
    void whatNoVectorCanHoldIsAnErrorAndNotASmallNumber() {
        assertThatThrownBy(() -> SIZES.variableWidth(Integer.MAX_VALUE, 1)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> SIZES.variableWidth(1, Long.MAX_VALUE)).isInstanceOf(ArithmeticException.class);
    }
}
