package dev.sluice.reader.internal.parquet;

import static org.apache.arrow.memory.util.MemoryUtil.getInt;

import dev.sluice.reader.internal.parquet.decode.Bits;
import dev.sluice.reader.internal.parquet.decode.RleCursor;
import dev.sluice.reader.internal.parquet.page.PageHeader;
import dev.sluice.reader.internal.parquet.schema.Node;
import org.jspecify.annotations.Nullable;

/**
 * A decompressed data page: where its levels and its values lie. Levels of a flat column are left as they are, since one-bit
 * definition levels are the validity bitmap; those of a nested column are unpacked to one byte each behind the page.
 */
final class PageBody {
    final @Nullable RleCursor validity;
    final long repetition;
    final long definition;
    final long values;
    final long valuesLength;

    private PageBody(@Nullable RleCursor validity, long repetition, long definition, long values, long valuesLength) {
        this.validity = validity;
        this.repetition = repetition;
        this.definition = definition;
        this.values = values;
        this.valuesLength = valuesLength;
    }

    /** Bytes that unpacked levels take behind a page. */
    static long levelBytes(Node.Leaf leaf, int entries) {
        if (leaf.flat()) {
            return 0;
        }
        return (leaf.repetition() > 0 ? 2L : 1L) * entries + Bits.SLACK;
    }

    /**
     * Finds levels and values.
     *
     * @param page address of the decompressed page
     * @param levels address of {@link #levelBytes} more
     * @param block scratch
     */
    static PageBody read(Node.Leaf leaf, PageHeader header, long page, long levels, int[] block) {
        long end = page + header.uncompressedBytes();
        boolean v1 = header.kind() == PageHeader.Kind.DATA_V1;
        long at = page;
        long repetition = 0;
        if (leaf.repetition() > 0) {
            checkRle(v1, header.repetitionRle());
            long length = v1 ? prefixedLength(at, end) : header.repetitionBytes();
            at += v1 ? Integer.BYTES : 0;
            repetition = levels;
            unpack(at, length, leaf.repetition(), repetition, header.values(), block);
            at += length;
        } else if (!v1) {
            at += header.repetitionBytes();
        }
        long definition = 0;
        RleCursor validity = null;
        if (leaf.definition() > 0) {
            checkRle(v1, header.definitionRle());
            long length = v1 ? prefixedLength(at, end) : header.definitionBytes();
            at += v1 ? Integer.BYTES : 0;
            if (leaf.flat()) {
                validity = new RleCursor();
                validity.reset(at, length, 1);
            } else {
                definition = levels + (leaf.repetition() > 0 ? header.values() : 0);
                unpack(at, length, leaf.definition(), definition, header.values(), block);
            }
            at += length;
        } else if (!v1) {
            at += header.definitionBytes();
        }
        return new PageBody(validity, repetition, definition, at, end - at);
    }

    private static void unpack(long at, long length, int max, long target, int entries, int[] block) {
        RleCursor cursor = new RleCursor();
        cursor.reset(at, length, Integer.SIZE - Integer.numberOfLeadingZeros(max));
        cursor.readLevels(target, entries, max, block);
    }

    private static long prefixedLength(long at, long end) {
        int length = end - at < Integer.BYTES ? -1 : getInt(at);
        if (length < 0 || length > end - at - Integer.BYTES) {
            throw new CorruptDataException("levels run over the end of their page");
        }
        return length;
    }

    private static void checkRle(boolean v1, boolean rle) {
        if (v1 && !rle) {
            throw new UnsupportedDataException("levels in the deprecated BIT_PACKED encoding are not supported");
        }
    }
}
