/** Tests. */
@NullMarked
package dev.sluice.fs.internal.s3;

import org.jspecify.annotations.NullMarked;
