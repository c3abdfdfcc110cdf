/** Tests. */
@NullMarked
package dev.sluice.fs;

import org.jspecify.annotations.NullMarked;
