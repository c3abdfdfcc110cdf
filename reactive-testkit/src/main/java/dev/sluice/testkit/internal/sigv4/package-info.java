/** Verification of AWS Signature Version 4. */
@NullMarked
package dev.sluice.testkit.internal.sigv4;

import org.jspecify.annotations.NullMarked;
