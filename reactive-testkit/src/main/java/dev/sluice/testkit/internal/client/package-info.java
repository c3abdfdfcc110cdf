/** What the SDK clients of the local services share. */
@NullMarked
package dev.sluice.testkit.internal.client;

import org.jspecify.annotations.NullMarked;
