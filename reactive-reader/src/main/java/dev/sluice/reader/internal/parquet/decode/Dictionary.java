package dev.sluice.reader.internal.parquet.decode;

import static org.apache.arrow.memory.util.MemoryUtil.getInt;
import static org.apache.arrow.memory.util.MemoryUtil.putLong;

import dev.sluice.reader.internal.parquet.CorruptDataException;
import dev.sluice.reader.internal.parquet.UnsupportedDataException;
import dev.sluice.reader.internal.parquet.schema.Conversion;
import dev.sluice.reader.internal.parquet.schema.LeafType;

/**
 * A chunk's dictionary in the form that its vector wants: values of the slot's width, or for variable width one word for each
 * entry (where its bytes start, and how many they are).
 */
public final class Dictionary {
    private final int size;
    private final int width;
    private final long base;
    private final long table;

    private Dictionary(int size, int width, long base, long table) {
        this.size = size;
        this.width = width;
        this.base = base;
        this.table = table;
    }

    /**
     * Room that a dictionary takes beside its page's bytes.
     *
     * @param pageBytes the decompressed page
     */
    public static long extraBytes(LeafType type, int entries, int pageBytes) {
        if (type.conversion() == Conversion.BOOLEAN) {
            throw new UnsupportedDataException("a dictionary of booleans");
        }
        long least = type.physicalWidth() > 0 ? type.physicalWidth() : Integer.BYTES;
        if (entries * least > pageBytes) {
            throw new CorruptDataException("a dictionary of " + entries + " entries in " + pageBytes + " bytes");
        }
        long text = type.conversion() == Conversion.UUID_TO_TEXT ? (long) entries * UuidText.TEXT_BYTES : 0;
        long slot = type.conversion().isVariableWidth() ? Long.BYTES : type.width();
        return text + entries * slot + 2L * Bits.SLACK;
    }

    /**
     * Reads a dictionary.
     *
     * @param page address of the decompressed page
     * @param extra address of {@link #extraBytes} more
     */
    public static Dictionary read(LeafType type, int entries, long page, int pageBytes, long extra) {
        return switch (type.conversion()) {
            case BINARY -> new Dictionary(entries, 0, page, lengths(page, pageBytes, entries, extra));
            case FIXED_TO_BINARY -> {
                fill(extra, entries, type.physicalWidth());
                yield new Dictionary(entries, 0, page, extra);
            }
            case UUID_TO_TEXT -> {
                fill(extra, entries, UuidText.TEXT_BYTES);
                long text = extra + 8L * entries;
                for (int i = 0; i < entries; i++) {
                    UuidText.write(page + 16L * i, text + (long) UuidText.TEXT_BYTES * i);
                }
                yield new Dictionary(entries, 0, text, extra);
            }
            case BINARY_TO_DECIMAL -> {
                PlainBinary.decimals(page, pageBytes).read(extra, entries);
                yield new Dictionary(entries, type.width(), 0, extra);
            }
            default -> {
                new PlainFixed(type, page, pageBytes).read(extra, entries);
                yield new Dictionary(entries, type.width(), 0, extra);
            }
        };
    }

    private static long lengths(long page, int pageBytes, int entries, long table) {
        int at = 0;
        for (int i = 0; i < entries; i++) {
            int length = pageBytes - at < 4 ? -1 : getInt(page + at);
            if (length < 0 || length > pageBytes - at - 4) {
                throw new CorruptDataException("entry " + i + " of a dictionary runs over its page");
            }
            putLong(table + 8L * i, ((long) (at + 4) << 32) | length);
            at += 4 + length;
        }
        return table;
    }

    private static void fill(long table, int entries, int width) {
        for (int i = 0; i < entries; i++) {
            putLong(table + 8L * i, (((long) i * width) << 32) | width);
        }
    }

    int size() {
        return size;
    }

    /** Bytes of a slot; 0 for variable width. */
    int width() {
        return width;
    }

    /** Where the entries' bytes are counted from. */
    long base() {
        return base;
    }

    /** Where the entries are. */
    long table() {
        return table;
    }
}
