package dev.sluice.reader.internal.parquet;

import dev.sluice.reader.internal.parquet.decode.Bits;
import dev.sluice.reader.internal.parquet.decode.DeltaStrings;
import dev.sluice.reader.internal.parquet.decode.Dictionary;
import dev.sluice.reader.internal.parquet.fetch.ChunkBytes;
import dev.sluice.reader.internal.parquet.footer.ChunkMeta;
import dev.sluice.reader.internal.parquet.page.PageDecompressor;
import dev.sluice.reader.internal.parquet.page.PageHeader;
import dev.sluice.reader.internal.parquet.schema.Node;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * Turns the bytes of one column chunk into loaded pages, one at a call. A call that lacks bytes or memory says so and changes
 * nothing that a later call would not take up again.
 */
final class PageLoader {
    /** What a call came to. */
    enum Outcome {
        /** {@link #takePage()} has a page. */
        LOADED,
        /** More bytes of the chunk must arrive. */
        NEEDS_BYTES,
        /** The work memory must be granted what it wanted. */
        NEEDS_MEMORY,
        /** All values of the chunk were loaded. */
        END
    }

    private static final int FIRST_PEEK = 128;
    private static final int MAX_HEADER = 16 << 20;

    private final Node.Leaf leaf;
    private final ChunkMeta meta;
    private final ChunkBytes bytes;
    private final WorkMemory work;
    private final PageDecompressor decompressor;
    private final int[] block;

    private long loadedValues;
    private int ordinal;
    private int peek = FIRST_PEEK;
    private @Nullable PageHeader header;
    private @Nullable Scratch scratch;
    private @Nullable DeltaStrings strings;
    private @Nullable PageBody body;
    private @Nullable Dictionary dictionary;
    private @Nullable Scratch dictionaryScratch;
    private @Nullable LoadedPage page;

    PageLoader(
            Node.Leaf leaf,
            ChunkMeta meta,
            ChunkBytes bytes,
            WorkMemory work,
            PageDecompressor decompressor,
            int[] block) {
        this.leaf = leaf;
        this.meta = meta;
        this.bytes = bytes;
        this.work = work;
        this.decompressor = decompressor;
        this.block = block;
    }

    /** The place of the page that is being loaded, for messages. */
    int ordinal() {
        return ordinal;
    }

    /** Whether every value of the chunk is loaded. */
    boolean atEnd() {
        return loadedValues == meta.values();
    }

    /** Bytes, header included, of the page that is being loaded, as far as they are known. */
    long pageBytes() {
        return header == null ? peek : (long) header.headerBytes() + header.compressedBytes();
    }

    /** The page that the last call loaded. */
    LoadedPage takePage() {
        LoadedPage loaded = page;
        if (loaded == null) {
            throw new IllegalStateException("no page was loaded");
        }
        page = null;
        return loaded;
    }

    /** Loads the next data page. */
    Outcome load() {
        while (!atEnd()) {
            if (header == null && !readHeader()) {
                return Outcome.NEEDS_BYTES;
            }
            PageHeader current = header;
            if (current == null) {
                throw new IllegalStateException("no header");
            }
            long whole = (long) current.headerBytes() + current.compressedBytes();
            bytes.want(whole);
            if (bytes.available() < whole) {
                return Outcome.NEEDS_BYTES;
            }
            if (current.kind() == PageHeader.Kind.OTHER) {
                next(whole);
                continue;
            }
            if (scratch == null && !decompress(current)) {
                return Outcome.NEEDS_MEMORY;
            }
            if (current.kind() == PageHeader.Kind.DICTIONARY) {
                readDictionary(current);
                next(whole);
                continue;
            }
            if (!readData(current)) {
                return Outcome.NEEDS_MEMORY;
            }
            loadedValues += current.values();
            ordinal++;
            next(whole);
            return Outcome.LOADED;
        }
        return Outcome.END;
    }

    private void next(long whole) {
        bytes.advance(whole);
        header = null;
        scratch = null;
        body = null;
        strings = null;
        peek = FIRST_PEEK;
    }

    private boolean readHeader() {
        if (bytes.remaining() == 0) {
            throw new CorruptDataException(
                    "the column chunk ends after " + loadedValues + " of " + meta.values() + " values");
        }
        while (true) {
            byte[] start = new byte[(int) Math.min(peek, bytes.remaining())];
            int count = bytes.peek(start);
            PageHeader read = PageHeader.read(start, count);
            if (read != null) {
                header = read;
                check(read);
                return true;
            }
            if (count == start.length) {
                // All that was looked at is here, and it is not enough.
                if (count == bytes.remaining() || peek >= MAX_HEADER) {
                    throw new CorruptDataException("a page header does not end");
                }
                peek *= 2;
            } else {
                bytes.want(start.length);
                return false;
            }
        }
    }

    private void check(PageHeader read) {
        switch (read.kind()) {
            case DICTIONARY -> {
                if (dictionary != null || loadedValues > 0) {
                    throw new CorruptDataException("a dictionary behind the first page");
                }
                if (read.encoding() != Encoding.PLAIN && read.encoding() != Encoding.PLAIN_DICTIONARY) {
                    throw new UnsupportedDataException("a dictionary in encoding " + read.encoding());
                }
            }
            case DATA_V1, DATA_V2 -> {
                if (read.values() > meta.values() - loadedValues) {
                    throw new CorruptDataException("a page claims " + read.values() + " values where "
                            + (meta.values() - loadedValues) + " are left of its column chunk");
                }
            }
            case OTHER -> {}
        }
        if (!compressed(read) && read.compressedBytes() != read.uncompressedBytes()) {
            throw new CorruptDataException("a page that is not compressed claims " + read.compressedBytes()
                    + " bytes that become " + read.uncompressedBytes());
        }
    }

    private boolean compressed(PageHeader page) {
        return meta.codec() != CompressionCodec.UNCOMPRESSED
                && (page.kind() != PageHeader.Kind.DATA_V2 || page.compressed());
    }

    /** Brings the page into native memory; false if there is no room yet. */
    private boolean decompress(PageHeader page) {
        if (compressed(page) && !PageDecompressor.supports(meta.codec())) {
            throw new UnsupportedDataException("codec " + meta.codec() + " is not supported");
        }
        long extra = page.kind() == PageHeader.Kind.DICTIONARY
                ? Dictionary.extraBytes(leaf.type(), page.values(), page.uncompressedBytes())
                : PageBody.levelBytes(leaf, page.values()) + PageValues.extraBytes(leaf.type(), page);
        Scratch target = work.take(page.uncompressedBytes() + (long) Bits.SLACK + extra + Bits.SLACK);
        if (target == null) {
            return false;
        }
        int plain = !compressed(page)
                ? page.uncompressedBytes()
                : page.kind() == PageHeader.Kind.DATA_V2 ? page.definitionBytes() + page.repetitionBytes() : 0;
        int packed = page.compressedBytes() - plain;
        Scratch input = null;
        if (packed > 0) {
            input = work.take(packed + (long) Bits.SLACK);
            if (input == null) {
                work.give(target);
                return false;
            }
        }
        scratch = target;
        checkCrc(page);
        decompressor.copy(bytes.view(page.headerBytes(), plain), target.address());
        int rest = page.uncompressedBytes() - plain;
        if (input != null) {
            decompressor.copy(bytes.view(page.headerBytes() + plain, packed), input.address());
            decompressor.decompress(meta.codec(), input.address(), packed, target.address() + plain, rest);
            work.give(input);
        } else if (rest != 0) {
            throw new CorruptDataException("no bytes that would become " + rest);
        }
        // What decoders may read behind the page has no meaning, but must not differ from run to run.
        MemoryUtil.setMemory(target.address() + page.uncompressedBytes(), Bits.SLACK, (byte) 0);
        return true;
    }

    private void checkCrc(PageHeader page) {
        Integer expected = page.crc();
        if (expected != null) {
            List<ByteBuffer> body = bytes.view(page.headerBytes(), page.compressedBytes());
            int actual = decompressor.crc(body);
            if (actual != expected) {
                throw new CorruptDataException("a page's CRC is " + Integer.toHexString(actual) + ", its header says "
                        + Integer.toHexString(expected));
            }
        }
    }

    private void readDictionary(PageHeader page) {
        Scratch target = required(scratch);
        long extra = target.address() + page.uncompressedBytes() + Bits.SLACK;
        dictionaryScratch = target;
        dictionary = Dictionary.read(leaf.type(), page.values(), target.address(), page.uncompressedBytes(), extra);
    }

    private boolean readData(PageHeader current) {
        Scratch target = required(scratch);
        long levels = target.address() + current.uncompressedBytes() + Bits.SLACK;
        long extra = levels + PageBody.levelBytes(leaf, current.values());
        if (body == null) {
            body = PageBody.read(leaf, current, target.address(), levels, block);
        }
        Object values;
        Scratch expanded = null;
        if (current.encoding() == Encoding.DELTA_BYTE_ARRAY && body.valuesLength > 0) {
            if (strings == null) {
                strings = PageValues.deltaStrings(leaf.type(), current, body, extra);
            }
            expanded = work.take(strings.bytes() + Bits.SLACK);
            if (expanded == null) {
                return false;
            }
            values = PageValues.expand(leaf.type(), strings, expanded.address());
        } else {
            values = PageValues.read(leaf.type(), current, body, dictionary, extra, block);
        }
        page = new LoadedPage(
                ordinal,
                current.values(),
                values,
                body.validity,
                body.repetition,
                body.definition,
                current.kind() == PageHeader.Kind.DATA_V2,
                target,
                expanded);
        return true;
    }

    private static Scratch required(@Nullable Scratch scratch) {
        if (scratch == null) {
            throw new IllegalStateException("no memory was taken");
        }
        return scratch;
    }

    /** Gives the dictionary's memory back. */
    void close() {
        if (dictionaryScratch != null) {
            work.give(dictionaryScratch);
            dictionaryScratch = null;
        }
        bytes.close();
    }
}
