/** The checksums that S3 verifies and returns. */
@NullMarked
package dev.sluice.testkit.internal.checksum;

import org.jspecify.annotations.NullMarked;
