/** Tests of the checksums. */
@NullMarked
package dev.sluice.testkit.internal.checksum;

import org.jspecify.annotations.NullMarked;
