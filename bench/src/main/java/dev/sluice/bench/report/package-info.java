/** What a suite found: figures, the targets they are held against, and how both are shown. Runs nothing. */
@NullMarked
package dev.sluice.bench.report;

import org.jspecify.annotations.NullMarked;
