/** Athena's text of every type as values in vectors; the same for the CSV object and for pages. */
@NullMarked
package dev.sluice.reader.internal.text;

import org.jspecify.annotations.NullMarked;
