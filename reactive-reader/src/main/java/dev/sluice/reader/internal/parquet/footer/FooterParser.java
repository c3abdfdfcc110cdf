package dev.sluice.reader.internal.parquet.footer;

import dev.sluice.fs.ObjectHandle;
import dev.sluice.reader.TimestampUnit;
import dev.sluice.reader.internal.parquet.CorruptDataException;
import dev.sluice.reader.internal.parquet.UnsupportedDataException;
import dev.sluice.reader.internal.parquet.schema.FileSchema;
import dev.sluice.reader.internal.parquet.schema.Node;
import dev.sluice.reader.internal.parquet.schema.SchemaReader;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Type;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;

/** Turns a footer's bytes into row groups whose offsets and counts are known to lie inside the file. */
final class FooterParser {
    /** "PAR1" in front of and behind everything else, and the footer's length. */
    static final int TRAILER_BYTES = 8;

    private static final int MAGIC_BYTES = 4;

    private FooterParser() {}

    /** The length of the footer, from the file's last eight bytes. */
    static int footerLength(byte[] trailer, long fileSize) {
        if (trailer[4] == 'P' && trailer[5] == 'A' && trailer[6] == 'R' && trailer[7] == 'E') {
            throw new UnsupportedDataException("the file is encrypted; this reader has no keys");
        }
        if (trailer[4] != 'P' || trailer[5] != 'A' || trailer[6] != 'R' || trailer[7] != '1') {
            throw new CorruptDataException("not a Parquet file: it does not end with PAR1");
        }
        int length =
                (trailer[0] & 0xff) | ((trailer[1] & 0xff) << 8) | ((trailer[2] & 0xff) << 16) | (trailer[3] << 24);
        if (length < 1 || length > fileSize - TRAILER_BYTES - MAGIC_BYTES) {
            throw new CorruptDataException("the footer claims " + length + " bytes of a file of " + fileSize);
        }
        return length;
    }

    static ParquetFile parse(ObjectHandle object, byte[] footer, TimestampUnit unit) {
        FileMetaData meta = new FileMetaData();
        try {
            // Claims of strings and lists longer than the footer itself are refused before anything is allocated for
            // them.
            meta.read(new TCompactProtocol(
                    new TIOStreamTransport(new ByteArrayInputStream(footer)), footer.length, footer.length));
        } catch (TException | RuntimeException | StackOverflowError e) {
            throw new CorruptDataException("the footer can't be read: " + e.getMessage(), e);
        }
        if (meta.isSetEncryption_algorithm()) {
            throw new UnsupportedDataException("the file is encrypted; this reader has no keys");
        }
        if (!meta.isSetSchema() || meta.getSchemaSize() == 0) {
            throw new CorruptDataException("the footer has no schema");
        }
        FileSchema schema = SchemaReader.read(meta.getSchema(), unit);
        long dataEnd = object.size() - TRAILER_BYTES - footer.length;
        List<RowGroupMeta> groups = new ArrayList<>();
        if (meta.isSetRow_groups()) {
            for (RowGroup group : meta.getRow_groups()) {
                groups.add(rowGroup(groups.size(), group, schema, dataEnd));
            }
        }
        return new ParquetFile(object, schema, List.copyOf(groups));
    }

    private static RowGroupMeta rowGroup(int index, RowGroup group, FileSchema schema, long dataEnd) {
        long rows = group.getNum_rows();
        if (rows < 0 || group.getColumnsSize() != schema.leaves().size()) {
            throw new CorruptDataException("row group " + index + " has " + rows + " rows and " + group.getColumnsSize()
                    + " of " + schema.leaves().size() + " columns");
        }
        List<ChunkMeta> chunks = new ArrayList<>(group.getColumnsSize());
        for (Node.Leaf leaf : schema.leaves()) {
            try {
                chunks.add(chunk(group.getColumns().get(leaf.index()), leaf, rows, dataEnd));
            } catch (CorruptDataException e) {
                throw new CorruptDataException(
                        "row group " + index + ", column " + leaf.path() + ": " + e.getMessage());
            }
        }
        return new RowGroupMeta(index, rows, List.copyOf(chunks));
    }

    private static ChunkMeta chunk(ColumnChunk chunk, Node.Leaf leaf, long rows, long dataEnd) {
        if (chunk.isSetCrypto_metadata() || chunk.isSetEncrypted_column_metadata()) {
            throw new UnsupportedDataException("column '" + leaf.path() + "' is encrypted; this reader has no keys");
        }
        ColumnMetaData meta = chunk.getMeta_data();
        if (meta == null) {
            throw new CorruptDataException("no metadata");
        }
        if (chunk.isSetFile_path()) {
            throw new UnsupportedDataException("column '" + leaf.path() + "' is stored in another file");
        }
        Type physical = leaf.type().physical();
        if (meta.getType() != physical) {
            throw new CorruptDataException("stored as " + meta.getType() + ", declared as " + physical);
        }
        if (meta.getCodec() == null) {
            throw new CorruptDataException("no codec, or one that is not known");
        }
        // Some writers leave the dictionary's offset out, or write 0: then the first page at data_page_offset is it.
        long start = meta.getData_page_offset();
        if (meta.isSetDictionary_page_offset()
                && meta.getDictionary_page_offset() > 0
                && meta.getDictionary_page_offset() < start) {
            start = meta.getDictionary_page_offset();
        }
        long length = meta.getTotal_compressed_size();
        long values = meta.getNum_values();
        if (start < 0 || length < 0 || start > dataEnd || length > dataEnd - start) {
            throw new CorruptDataException(
                    "bytes " + start + " to " + (start + length) + " of a file whose data ends at " + dataEnd);
        }
        if (values < 0 || (leaf.repetition() == 0 ? values != rows : values < rows)) {
            throw new CorruptDataException(values + " values for " + rows + " rows");
        }
        return new ChunkMeta(start, length, values, Math.max(0, meta.getTotal_uncompressed_size()), meta.getCodec());
    }
}
