package dev.sluice.reader.internal.parquet.footer;

import org.apache.parquet.format.CompressionCodec;

/**
 * A column chunk.
 *
 * @param offset its first byte in the file
 * @param length its bytes in the file, all pages with their headers
 * @param values entries of its levels: as many as rows unless the column is repeated
 * @param uncompressed its bytes when decompressed; a hint only
 * @param codec how its pages are compressed
 */
public record ChunkMeta(long offset, long length, long values, long uncompressed, CompressionCodec codec) {}
