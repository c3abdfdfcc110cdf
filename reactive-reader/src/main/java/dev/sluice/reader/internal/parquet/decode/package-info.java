/** Loops from page bytes to Arrow buffers: one small static loop for each type, width and encoding. */
@NullMarked
package dev.sluice.reader.internal.parquet.decode;

import org.jspecify.annotations.NullMarked;
