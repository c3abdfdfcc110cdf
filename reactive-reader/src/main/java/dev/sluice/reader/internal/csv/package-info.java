/** Result objects of text, as Athena writes them: bytes to records to vectors. */
@NullMarked
package dev.sluice.reader.internal.csv;

import org.jspecify.annotations.NullMarked;
