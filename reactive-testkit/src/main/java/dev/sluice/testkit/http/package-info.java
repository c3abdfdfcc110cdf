/** The small HTTP server on loopback that the local S3 and the local Athena share. */
@NullMarked
package dev.sluice.testkit.http;

import org.jspecify.annotations.NullMarked;
