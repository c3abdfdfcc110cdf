/** The columns of a Parquet file: its schema tree, what each leaf becomes in Arrow, and the levels that nest them. */
@NullMarked
package dev.sluice.reader.internal.parquet.schema;

import org.jspecify.annotations.NullMarked;
