package dev.sluice.reader.internal.parquet.footer;

import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.ObjectHandle;
import dev.sluice.reader.TimestampUnit;
import dev.sluice.reader.internal.parquet.CorruptDataException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What the last bytes of a file gave: its metadata, or how many of them it takes.
 *
 * @param file the file, if the footer was there whole
 * @param needed how many bytes from the end hold the footer
 */
public record FooterRead(@Nullable ParquetFile file, int needed) {
    /**
     * Looks at a file's last bytes.
     *
     * @throws CorruptDataException if they are not the end of a Parquet file
     */
    public static FooterRead of(FetchedRange tail, TimestampUnit unit) {
        ObjectHandle object = tail.object();
        ByteBuffer bytes = tail.bytes();
        int count = bytes.remaining();
        if (count < FooterParser.TRAILER_BYTES) {
            throw new CorruptDataException("not a Parquet file: it has " + object.size() + " bytes");
        }
        byte[] trailer = new byte[FooterParser.TRAILER_BYTES];
        bytes.get(count - trailer.length, trailer);
        int length = FooterParser.footerLength(trailer, object.size());
        int needed = Math.addExact(length, trailer.length);
        if (needed > count) {
            return new FooterRead(null, needed);
        }
        byte[] footer = new byte[length];
        bytes.get(count - needed, footer);
        return new FooterRead(FooterParser.parse(object, footer, unit), needed);
    }
}
