package dev.sluice.reader.internal.parquet;

import dev.sluice.reader.internal.arrow.BatchAllocation;
import org.apache.arrow.memory.ArrowBuf;

/** One native buffer that the source keeps for itself, counted by the decode share. */
final class Scratch {
    private final BatchAllocation memory;
    private final ArrowBuf buffer;

    Scratch(BatchAllocation memory, long bytes) {
        this.memory = memory;
        this.buffer = memory.allocator().buffer(bytes);
    }

    long address() {
        return buffer.memoryAddress();
    }

    long capacity() {
        return buffer.capacity();
    }

    void close() {
        buffer.close();
        memory.close();
    }
}
