/** The end of a Parquet file: where its row groups and column chunks lie. */
@NullMarked
package dev.sluice.reader.internal.parquet.footer;

import org.jspecify.annotations.NullMarked;
