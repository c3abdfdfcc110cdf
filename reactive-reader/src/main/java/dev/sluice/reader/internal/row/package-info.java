/** Rows of a batch as views over its vectors, and mappers that make records and beans of them. */
@NullMarked
package dev.sluice.reader.internal.row;

import org.jspecify.annotations.NullMarked;
