/**
 * S3 as a non-blocking file system: pinned objects and ranged reads, in order, under a byte budget. Knows neither Athena
 * nor Parquet nor Arrow.
 */
@NullMarked
package dev.sluice.fs;

import org.jspecify.annotations.NullMarked;
