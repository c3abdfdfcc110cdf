/** The memory of a result: budget shares, the allocator tree, the life cycle of a batch. */
@NullMarked
package dev.sluice.reader.internal.arrow;

import org.jspecify.annotations.NullMarked;
