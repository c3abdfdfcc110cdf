/** What Reactor has no operator for. */
@NullMarked
package dev.sluice.reader.internal.reactor;

import org.jspecify.annotations.NullMarked;
