/** The suite {@code memory}: does the memory of a reader depend on the size of the result, and is every row right? */
@NullMarked
package dev.sluice.bench.memory;

import org.jspecify.annotations.NullMarked;
