/** The demand-driven source that pulls batches from one of the paths. */
@NullMarked
package dev.sluice.reader.internal.flow;

import org.jspecify.annotations.NullMarked;
