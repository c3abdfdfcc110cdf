/** Tests. */
@NullMarked
package dev.sluice.fs.internal.read;

import org.jspecify.annotations.NullMarked;
