/** Tests of the fault layer. */
@NullMarked
package dev.sluice.testkit.fault;

import org.jspecify.annotations.NullMarked;
