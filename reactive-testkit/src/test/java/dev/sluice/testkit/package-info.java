/** Tests of the testkit as a whole. */
@NullMarked
package dev.sluice.testkit;

import org.jspecify.annotations.NullMarked;
