/** Tests of the byte budget. */
@NullMarked
package dev.sluice.fs.budget;

import org.jspecify.annotations.NullMarked;
