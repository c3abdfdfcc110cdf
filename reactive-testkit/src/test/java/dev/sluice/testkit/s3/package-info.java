/** Tests of the local S3, by the SDK's client. */
@NullMarked
package dev.sluice.testkit.s3;

import org.jspecify.annotations.NullMarked;
