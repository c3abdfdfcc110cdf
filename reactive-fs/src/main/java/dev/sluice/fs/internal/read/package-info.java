/** Splits and coalesces ranges, reads them ahead in order under a budget, and resumes them at the exact byte. */
@NullMarked
package dev.sluice.fs.internal.read;

import org.jspecify.annotations.NullMarked;
