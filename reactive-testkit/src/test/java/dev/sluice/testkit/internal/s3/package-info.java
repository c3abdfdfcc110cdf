/** Tests of the protocol's inner parts. */
@NullMarked
package dev.sluice.testkit.internal.s3;

import org.jspecify.annotations.NullMarked;
