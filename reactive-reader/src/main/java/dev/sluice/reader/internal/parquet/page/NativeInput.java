package dev.sluice.reader.internal.parquet.page;

import java.io.InputStream;
import java.util.Objects;
import org.apache.arrow.memory.util.MemoryUtil;

/** Bytes of native memory as a stream, for a decoder that takes no other. */
final class NativeInput extends InputStream {
    private final long address;
    private final int length;
    private int position;

    NativeInput(long address, int length) {
        this.address = address;
        this.length = length;
    }

    @Override
    public int read() {
        return position < length ? MemoryUtil.getByte(address + position++) & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int offset, int most) {
        Objects.checkFromIndexSize(offset, most, into.length);
        int count = Math.min(most, length - position);
        if (count == 0) {
            return most == 0 ? 0 : -1;
        }
        MemoryUtil.copyFromMemory(address + position, into, offset, count);
        position += count;
        return count;
    }
}
