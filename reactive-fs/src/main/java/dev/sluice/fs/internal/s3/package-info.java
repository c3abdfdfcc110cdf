/** The only place that talks to the AWS SDK. */
@NullMarked
package dev.sluice.fs.internal.s3;

import org.jspecify.annotations.NullMarked;
