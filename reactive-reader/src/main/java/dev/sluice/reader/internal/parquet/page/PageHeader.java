package dev.sluice.reader.internal.parquet.page;

import dev.sluice.reader.internal.parquet.CorruptDataException;
import dev.sluice.reader.internal.parquet.UnsupportedDataException;
import org.apache.parquet.format.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * A page's header, checked by itself.
 *
 * @param kind what the page is
 * @param headerBytes the header's own length
 * @param compressedBytes how many bytes follow it
 * @param uncompressedBytes how many they are when decompressed
 * @param crc CRC-32 of the bytes that follow, if the writer gave it
 * @param values entries of a data page, or of a dictionary
 * @param encoding of the values
 * @param rows rows that start in a V2 page; -1 where unknown
 * @param nulls entries that are NULL in a V2 page; -1 where unknown
 * @param definitionBytes length of a V2 page's definition levels
 * @param repetitionBytes length of a V2 page's repetition levels
 * @param compressed whether a V2 page's values are compressed
 * @param definitionRle whether definition levels, if there are any, are in the RLE hybrid
 * @param repetitionRle whether repetition levels, if there are any, are in the RLE hybrid
 */
public record PageHeader(
        Kind kind,
        int headerBytes,
        int compressedBytes,
        int uncompressedBytes,
        @Nullable Integer crc,
        int values,
        Encoding encoding,
        int rows,
        int nulls,
        int definitionBytes,
        int repetitionBytes,
        boolean compressed,
        boolean definitionRle,
        boolean repetitionRle) {
    /** What a page is. */
    public enum Kind {
        /** Levels and values, compressed together. */
        DATA_V1,
        /** Levels as they are, values compressed. */
        DATA_V2,
        /** The dictionary. */
        DICTIONARY,
        /** Something that holds no values: skipped. */
        OTHER
    }

    /**
     * Reads a header.
     *
     * @param bytes starts with the header
     * @param length how many bytes are there
     * @return the header, or null if the bytes end before it does
     * @throws CorruptDataException if it contradicts itself
     */
    public static @Nullable PageHeader read(byte[] bytes, int length) {
        CompactReader in = new CompactReader(bytes, length);
        try {
            return new Builder().read(in);
        } catch (CompactReader.EndOfBytes e) {
            return null;
        }
    }

    private static final class Builder {
        private int type = -1;
        private int uncompressed = -1;
        private int compressed = -1;
        private @Nullable Integer crc;
        private int body;
        private int values = -1;
        private int encoding = -1;
        private int rows = -1;
        private int nulls = -1;
        private int definitionBytes = -1;
        private int repetitionBytes = -1;
        private int definitionEncoding = Encoding.RLE.getValue();
        private int repetitionEncoding = Encoding.RLE.getValue();
        private boolean valuesCompressed = true;

        PageHeader read(CompactReader in) {
            int id = 0;
            while ((id = in.nextField(id)) != CompactReader.STOP) {
                switch (id) {
                    case 1 -> type = in.readI32();
                    case 2 -> uncompressed = in.readI32();
                    case 3 -> compressed = in.readI32();
                    case 4 -> crc = in.readI32();
                    case 5 -> readV1(in);
                    case 7 -> readDictionary(in);
                    case 8 -> readV2(in);
                    default -> in.skip();
                }
            }
            return build(in.position());
        }

        private void readV1(CompactReader in) {
            in.enterStruct();
            body = 5;
            int id = 0;
            while ((id = in.nextField(id)) != CompactReader.STOP) {
                switch (id) {
                    case 1 -> values = in.readI32();
                    case 2 -> encoding = in.readI32();
                    case 3 -> definitionEncoding = in.readI32();
                    case 4 -> repetitionEncoding = in.readI32();
                    default -> in.skip();
                }
            }
        }

        private void readDictionary(CompactReader in) {
            in.enterStruct();
            body = 7;
            int id = 0;
            while ((id = in.nextField(id)) != CompactReader.STOP) {
                switch (id) {
                    case 1 -> values = in.readI32();
                    case 2 -> encoding = in.readI32();
                    default -> in.skip();
                }
            }
        }

        private void readV2(CompactReader in) {
            in.enterStruct();
            body = 8;
            int id = 0;
            while ((id = in.nextField(id)) != CompactReader.STOP) {
                switch (id) {
                    case 1 -> values = in.readI32();
                    case 2 -> nulls = in.readI32();
                    case 3 -> rows = in.readI32();
                    case 4 -> encoding = in.readI32();
                    case 5 -> definitionBytes = in.readI32();
                    case 6 -> repetitionBytes = in.readI32();
                    case 7 -> valuesCompressed = in.readBoolean();
                    default -> in.skip();
                }
            }
        }

        private PageHeader build(int headerBytes) {
            if (type < 0 || uncompressed < 0 || compressed < 0) {
                throw new CorruptDataException("a page header of type " + type + " with " + compressed
                        + " compressed and " + uncompressed + " uncompressed bytes");
            }
            Kind kind = kind();
            if (kind == Kind.OTHER) {
                return new PageHeader(
                        kind,
                        headerBytes,
                        compressed,
                        uncompressed,
                        crc,
                        0,
                        Encoding.PLAIN,
                        -1,
                        -1,
                        0,
                        0,
                        true,
                        true,
                        true);
            }
            Encoding known = Encoding.findByValue(encoding);
            if (known == null) {
                throw new UnsupportedDataException("pages in encoding number " + encoding + " are not supported");
            }
            if (values < 0) {
                throw new CorruptDataException("a page header claims " + values + " values");
            }
            if (kind == Kind.DATA_V2) {
                checkV2();
            }
            return new PageHeader(
                    kind,
                    headerBytes,
                    compressed,
                    uncompressed,
                    crc,
                    values,
                    known,
                    rows,
                    nulls,
                    Math.max(0, definitionBytes),
                    Math.max(0, repetitionBytes),
                    valuesCompressed,
                    definitionEncoding == Encoding.RLE.getValue(),
                    repetitionEncoding == Encoding.RLE.getValue());
        }

        private Kind kind() {
            int wanted = switch (type) {
                case 0 -> 5;
                case 2 -> 7;
                case 3 -> 8;
                default -> 0;
            };
            if (wanted == 0) {
                return Kind.OTHER;
            }
            if (body != wanted) {
                throw new CorruptDataException("a page header of type " + type + " lacks its details");
            }
            return type == 0 ? Kind.DATA_V1 : type == 2 ? Kind.DICTIONARY : Kind.DATA_V2;
        }

        private void checkV2() {
            long levels = (long) definitionBytes + repetitionBytes;
            if (definitionBytes < 0 || repetitionBytes < 0 || levels > compressed || levels > uncompressed) {
                throw new CorruptDataException("a page of " + compressed + " bytes claims " + definitionBytes
                        + " bytes of definition and " + repetitionBytes + " of repetition levels");
            }
            if (nulls < 0 || nulls > values || rows < 0 || rows > values) {
                throw new CorruptDataException(
                        "a page of " + values + " values claims " + nulls + " nulls and " + rows + " rows");
            }
        }
    }
}
