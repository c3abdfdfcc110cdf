/** The S3 protocol over the object store, one class for each group of operations. */
@NullMarked
package dev.sluice.testkit.internal.s3;

import org.jspecify.annotations.NullMarked;
