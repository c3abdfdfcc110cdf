/** An engine that answers what a test tells it to. */
@NullMarked
package dev.sluice.testkit.scripted;

import org.jspecify.annotations.NullMarked;
