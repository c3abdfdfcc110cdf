/** Amazon Athena queries to a Flux of rows or Arrow batches, under a hard byte limit. */
@NullMarked
package dev.sluice.reader;

import org.jspecify.annotations.NullMarked;
