/** What is told about a query to whoever observes the application; Micrometer where the application has it. */
@NullMarked
package dev.sluice.reader.internal.observe;

import org.jspecify.annotations.NullMarked;
