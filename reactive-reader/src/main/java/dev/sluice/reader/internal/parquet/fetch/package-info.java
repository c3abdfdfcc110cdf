/** Column chunks as windows of ranges under the fetch share of the limit. */
@NullMarked
package dev.sluice.reader.internal.parquet.fetch;

import org.jspecify.annotations.NullMarked;
