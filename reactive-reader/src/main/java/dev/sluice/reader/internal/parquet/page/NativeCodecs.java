package dev.sluice.reader.internal.parquet.page;

import com.github.luben.zstd.util.Native;
import java.util.Set;
import org.apache.parquet.format.CompressionCodec;
import org.xerial.snappy.Snappy;

/**
 * The codecs' native libraries. Loading one unpacks it to a file, which blocks, so it is done before the first page, on a
 * thread that may.
 */
public final class NativeCodecs {
    private static volatile boolean snappyLoaded;

    private NativeCodecs() {}

    /** Whether pages in these codecs can be decompressed without loading a library first. */
    public static boolean loaded(Set<CompressionCodec> codecs) {
        return (snappyLoaded || !codecs.contains(CompressionCodec.SNAPPY))
                && (Native.isLoaded() || !codecs.contains(CompressionCodec.ZSTD));
    }

    /** Loads what these codecs need; blocks. */
    public static void load(Set<CompressionCodec> codecs) {
        if (codecs.contains(CompressionCodec.SNAPPY)) {
            Snappy.getNativeLibraryVersion();
            Snappy.maxCompressedLength(1);
            snappyLoaded = true;
        }
        if (codecs.contains(CompressionCodec.ZSTD)) {
            Native.load();
        }
    }
}
