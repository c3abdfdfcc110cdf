/** Tests of the HTTP server. */
@NullMarked
package dev.sluice.testkit.http;

import org.jspecify.annotations.NullMarked;
