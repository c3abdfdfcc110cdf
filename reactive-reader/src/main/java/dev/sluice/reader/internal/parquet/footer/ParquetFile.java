package dev.sluice.reader.internal.parquet.footer;

import dev.sluice.fs.ObjectHandle;
import dev.sluice.reader.internal.parquet.schema.FileSchema;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.format.CompressionCodec;

/** A file whose footer was read. */
public record ParquetFile(ObjectHandle object, FileSchema schema, List<RowGroupMeta> rowGroups) {
    /** The codecs of all column chunks. */
    public Set<CompressionCodec> codecs() {
        Set<CompressionCodec> codecs = EnumSet.noneOf(CompressionCodec.class);
        for (RowGroupMeta group : rowGroups) {
            group.chunks().forEach(chunk -> codecs.add(chunk.codec()));
        }
        return codecs;
    }
}
