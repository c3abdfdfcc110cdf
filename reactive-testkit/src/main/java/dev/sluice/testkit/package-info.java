/** A local Athena and S3 in one JVM, for tests and for clients of any language. */
@NullMarked
package dev.sluice.testkit;

import org.jspecify.annotations.NullMarked;
