package dev.sluice.reader.internal.parquet;

/**
 * Where a leaf's values go.
 *
 * @param validity address of the zeroed bitmap
 * @param data address of the values; zeroed if they are bits
 * @param dataCapacity bytes of the data buffer
 * @param offsets address of the offsets, the first of which is 0; 0 if the vector has none
 */
record LeafBuffers(long validity, long data, long dataCapacity, long offsets) {}
