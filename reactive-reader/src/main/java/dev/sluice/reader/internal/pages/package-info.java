/** Results through GetQueryResults: their columns, and their rows page by page. */
@NullMarked
package dev.sluice.reader.internal.pages;

import org.jspecify.annotations.NullMarked;
