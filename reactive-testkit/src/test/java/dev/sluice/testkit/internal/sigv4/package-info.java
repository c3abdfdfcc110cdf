/** Tests of the verification of signatures. */
@NullMarked
package dev.sluice.testkit.internal.sigv4;

import org.jspecify.annotations.NullMarked;
