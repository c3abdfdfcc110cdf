/** A local S3: the object store, and the server that serves it. */
@NullMarked
package dev.sluice.testkit.s3;

import org.jspecify.annotations.NullMarked;
