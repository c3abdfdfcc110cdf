package dev.sluice.reader.internal.parquet.footer;

import java.util.List;

/**
 * A row group.
 *
 * @param index its place in the file, from 0
 * @param rows how many rows it has
 * @param chunks one for each leaf of the schema
 */
public record RowGroupMeta(int index, long rows, List<ChunkMeta> chunks) {}
