/** Pages: headers, checksums, codecs. */
@NullMarked
package dev.sluice.reader.internal.parquet.page;

import org.jspecify.annotations.NullMarked;
