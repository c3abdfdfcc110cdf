package dev.sluice.reader.internal.parquet.page;

import com.github.luben.zstd.Zstd;
import dev.sluice.reader.internal.parquet.CorruptDataException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.parquet.format.CompressionCodec;
import org.brotli.dec.BrotliInputStream;
import org.xerial.snappy.Snappy;

/**
 * Decompresses pages into native memory. The size that a page's header claims is what is written: a page that holds more
 * or less is corrupt. Not thread-safe; closed with the source.
 */
public final class PageDecompressor implements AutoCloseable {
    private static final int COPY_BYTES = 32 << 10;
    private static final int GZIP_HEADER_BYTES = 10;
    private static final int GZIP_TRAILER_BYTES = 8;

    private final byte[] buffer = new byte[COPY_BYTES];
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();

    /** Whether this codec is decompressed here. */
    public static boolean supports(CompressionCodec codec) {
        return switch (codec) {
            case UNCOMPRESSED, SNAPPY, GZIP, ZSTD, BROTLI, LZ4, LZ4_RAW -> true;
            case LZO -> false;
        };
    }

    /** Copies heap bytes to native memory. */
    public void copy(List<ByteBuffer> source, long target) {
        long to = target;
        for (ByteBuffer part : source) {
            ByteBuffer in = part.duplicate();
            while (in.hasRemaining()) {
                int count = Math.min(in.remaining(), COPY_BYTES);
                in.get(buffer, 0, count);
                MemoryUtil.copyToMemory(buffer, 0, to, count);
                to += count;
            }
        }
    }

    /** The CRC-32 of heap bytes. */
    public int crc(List<ByteBuffer> source) {
        crc.reset();
        for (ByteBuffer part : source) {
            crc.update(part.duplicate());
        }
        return (int) crc.getValue();
    }

    /**
     * Decompresses a page.
     *
     * @param source native address of the compressed bytes
     * @param length how many they are
     * @param target native address of the room for them
     * @param expected how many bytes they must become
     */
    public void decompress(CompressionCodec codec, long source, int length, long target, int expected) {
        long written = switch (codec) {
            case SNAPPY -> snappy(source, length, target, expected);
            case GZIP -> inflate(new GzipInput(source, length), target, expected);
            case ZSTD -> zstd(source, length, target, expected);
            case LZ4_RAW -> Lz4.block(source, length, target, expected);
            case LZ4 -> Lz4.hadoop(source, length, target, expected);
            case BROTLI -> brotli(source, length, target, expected);
            case UNCOMPRESSED, LZO -> throw new IllegalArgumentException("no decompressor for " + codec);
        };
        checkSize(written, expected);
    }

    private static long zstd(long source, int length, long target, int expected) {
        long written = Zstd.decompressUnsafe(target, expected, source, length);
        if (Zstd.isError(written)) {
            throw new CorruptDataException("a ZSTD page: " + Zstd.getErrorName(written));
        }
        return written;
    }

    private static long snappy(long source, int length, long target, int expected) {
        try {
            // The native code writes as many bytes as the stream claims, so the claim is checked first.
            checkSize(Snappy.uncompressedLength(source, length), expected);
            return expected == 0 ? 0 : Snappy.rawUncompress(source, length, target);
        } catch (IOException e) {
            throw new CorruptDataException("a SNAPPY page: " + e.getMessage(), e);
        }
    }

    /** Its window, of up to 16 MiB, is the decoder's own, on the heap and for the time of this call. */
    private long brotli(long source, int length, long target, int expected) {
        long written = 0;
        try (InputStream in = new BrotliInputStream(new NativeInput(source, length), COPY_BYTES)) {
            int count = in.read(buffer);
            while (count >= 0) {
                if (written + count > expected) {
                    checkSize(written + count, expected);
                }
                MemoryUtil.copyToMemory(buffer, 0, target + written, count);
                written += count;
                count = in.read(buffer);
            }
        } catch (IOException e) {
            throw new CorruptDataException("a BROTLI page: " + e.getMessage(), e);
        }
        return written;
    }

    private long inflate(GzipInput in, long target, int expected) {
        long written = 0;
        try {
            do {
                in.skipHeader();
                inflater.reset();
                while (!inflater.finished()) {
                    int count = inflater.inflate(buffer);
                    if (count == 0 && !inflater.finished()) {
                        if (inflater.needsDictionary() || !in.feed(inflater)) {
                            throw new CorruptDataException("a GZIP page ends inside a member");
                        }
                    }
                    if (written + count > expected) {
                        checkSize(written + count, expected);
                    }
                    MemoryUtil.copyToMemory(buffer, 0, target + written, count);
                    written += count;
                }
                in.giveBack(inflater.getRemaining());
                in.skip(GZIP_TRAILER_BYTES);
            } while (in.remaining() > GZIP_HEADER_BYTES);
        } catch (DataFormatException e) {
            throw new CorruptDataException("a GZIP page: " + e.getMessage(), e);
        }
        return written;
    }

    private static void checkSize(long actual, int expected) {
        if (actual != expected) {
            throw new CorruptDataException("a page of " + expected + " bytes by its header decompresses to " + actual);
        }
    }

    @Override
    public void close() {
        inflater.end();
    }
}
