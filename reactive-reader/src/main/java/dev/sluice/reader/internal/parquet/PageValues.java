package dev.sluice.reader.internal.parquet;

import static org.apache.arrow.memory.util.MemoryUtil.getInt;

import dev.sluice.reader.internal.parquet.decode.Bits;
import dev.sluice.reader.internal.parquet.decode.ByteStreamSplit;
import dev.sluice.reader.internal.parquet.decode.DeltaBinary;
import dev.sluice.reader.internal.parquet.decode.DeltaStrings;
import dev.sluice.reader.internal.parquet.decode.Dictionary;
import dev.sluice.reader.internal.parquet.decode.DictionaryBinary;
import dev.sluice.reader.internal.parquet.decode.DictionaryFixed;
import dev.sluice.reader.internal.parquet.decode.FixedBinary;
import dev.sluice.reader.internal.parquet.decode.LengthBinary;
import dev.sluice.reader.internal.parquet.decode.PlainBinary;
import dev.sluice.reader.internal.parquet.decode.PlainBits;
import dev.sluice.reader.internal.parquet.decode.PlainFixed;
import dev.sluice.reader.internal.parquet.decode.RleBits;
import dev.sluice.reader.internal.parquet.decode.UuidText;
import dev.sluice.reader.internal.parquet.page.PageHeader;
import dev.sluice.reader.internal.parquet.schema.Conversion;
import dev.sluice.reader.internal.parquet.schema.LeafType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/** Chooses the decoder of a page's values. Encodings that need state from value to value are undone at once. */
final class PageValues {
    private PageValues() {}

    /** Bytes that undoing a page's encoding takes behind the page; DELTA_BYTE_ARRAY takes more once its lengths are known. */
    static long extraBytes(LeafType type, PageHeader header) {
        return switch (header.encoding()) {
            case DELTA_BINARY_PACKED -> (long) header.values() * type.physicalWidth() + Bits.SLACK;
            case DELTA_LENGTH_BYTE_ARRAY -> 4L * header.values() + Bits.SLACK;
            case DELTA_BYTE_ARRAY -> 8L * header.values() + Bits.SLACK;
            case BYTE_STREAM_SPLIT -> (long) header.uncompressedBytes() + Bits.SLACK;
            default -> 0;
        };
    }

    /**
     * The values of a page in any encoding but DELTA_BYTE_ARRAY.
     *
     * @param extra address of {@link #extraBytes} more
     * @param block shared scratch for dictionary indices
     */
    static Object read(
            LeafType type, PageHeader header, PageBody body, @Nullable Dictionary dictionary, long extra, int[] block) {
        long at = body.values;
        long length = body.valuesLength;
        if (length == 0) {
            // Nothing but NULLs: some writers store no byte at all, whatever the encoding.
            return plain(type, at, 0);
        }
        return switch (header.encoding()) {
            case PLAIN -> plain(type, at, length);
            case PLAIN_DICTIONARY, RLE_DICTIONARY -> dictionary(type, dictionary, at, length, block);
            case RLE -> rle(type, at, length);
            case DELTA_BINARY_PACKED -> deltaBinary(type, header, at, length, extra);
            case DELTA_LENGTH_BYTE_ARRAY -> deltaLength(type, header, at, length, extra);
            case BYTE_STREAM_SPLIT -> {
                require(type.physicalWidth() > 0 && type.physical() != Type.INT96, type, header.encoding());
                ByteStreamSplit.decode(at, length, type.physicalWidth(), extra);
                yield plain(type, extra, length);
            }
            case BIT_PACKED, DELTA_BYTE_ARRAY -> throw unsupported(type, header.encoding());
        };
    }

    /** The lengths of a DELTA_BYTE_ARRAY page. */
    static DeltaStrings deltaStrings(LeafType type, PageHeader header, PageBody body, long extra) {
        require(
                type.physical() == Type.BYTE_ARRAY || type.physical() == Type.FIXED_LEN_BYTE_ARRAY,
                type,
                header.encoding());
        return new DeltaStrings(body.values, body.valuesLength, header.values(), extra);
    }

    /** The values of a DELTA_BYTE_ARRAY page, put together where there is room. */
    static Object expand(LeafType type, DeltaStrings strings, long target) {
        LengthBinary values = strings.expand(target);
        if (type.physical() == Type.BYTE_ARRAY) {
            return values;
        }
        strings.requireWidth(type.physicalWidth());
        return plain(type, target, strings.bytes());
    }

    private static Object plain(LeafType type, long at, long length) {
        return switch (type.conversion()) {
            case BOOLEAN -> new PlainBits(at, length);
            case BINARY -> new PlainBinary(at, length);
            case BINARY_TO_DECIMAL -> PlainBinary.decimals(at, length);
            case FIXED_TO_BINARY -> new FixedBinary(type.physicalWidth(), at, length);
            case UUID_TO_TEXT -> new UuidText(at, length);
            default -> new PlainFixed(type, at, length);
        };
    }

    private static Object dictionary(
            LeafType type, @Nullable Dictionary dictionary, long at, long length, int[] block) {
        if (dictionary == null) {
            throw new CorruptDataException("a page of dictionary indices without a dictionary");
        }
        return type.conversion().isVariableWidth()
                ? new DictionaryBinary(dictionary, at, length, block)
                : new DictionaryFixed(dictionary, at, length, block);
    }

    private static Object rle(LeafType type, long at, long length) {
        require(type.conversion() == Conversion.BOOLEAN, type, Encoding.RLE);
        int runs = length < Integer.BYTES ? -1 : getInt(at);
        if (runs < 0 || runs > length - Integer.BYTES) {
            throw new CorruptDataException("booleans run over the end of their page");
        }
        return new RleBits(at + Integer.BYTES, runs);
    }

    private static Object deltaBinary(LeafType type, PageHeader header, long at, long length, long extra) {
        require(type.physical() == Type.INT32 || type.physical() == Type.INT64, type, header.encoding());
        long[] result = new long[2];
        DeltaBinary.decode(at, length, header.values(), type.physicalWidth(), extra, result);
        return plain(type, extra, result[0] * type.physicalWidth());
    }

    private static Object deltaLength(LeafType type, PageHeader header, long at, long length, long extra) {
        require(type.physical() == Type.BYTE_ARRAY, type, header.encoding());
        long[] result = new long[2];
        DeltaBinary.decode(at, length, header.values(), Integer.BYTES, extra, result);
        return new LengthBinary(extra, (int) result[0], result[1], at + length - result[1]);
    }

    private static void require(boolean sound, LeafType type, Encoding encoding) {
        if (!sound) {
            throw unsupported(type, encoding);
        }
    }

    private static UnsupportedDataException unsupported(LeafType type, Encoding encoding) {
        return new UnsupportedDataException(
                "values of type " + type.physical() + " in encoding " + encoding + " are not supported");
    }
}
