package dev.sluice.reader.internal.parquet.decode;

import static org.apache.arrow.memory.util.MemoryUtil.getByte;
import static org.apache.arrow.memory.util.MemoryUtil.putByte;

import dev.sluice.reader.internal.parquet.CorruptDataException;

/** BYTE_STREAM_SPLIT: all first bytes, then all second bytes, and so on; put back into PLAIN form. */
public final class ByteStreamSplit {
    private ByteStreamSplit() {}

    /** Decodes a whole page of values into as many bytes. */
    public static void decode(long source, long length, int width, long target) {
        if (width < 1 || length % width != 0) {
            throw new CorruptDataException(length + " bytes in streams of values of " + width + " bytes");
        }
        long count = length / width;
        for (int b = 0; b < width; b++) {
            long stream = source + b * count;
            for (long i = 0; i < count; i++) {
                putByte(target + i * width + b, getByte(stream + i));
            }
        }
    }
}
