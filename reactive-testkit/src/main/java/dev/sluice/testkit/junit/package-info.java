/** The JUnit 5 extension: a local Athena for each test, and proof that the test left nothing behind. */
@NullMarked
package dev.sluice.testkit.junit;

import org.jspecify.annotations.NullMarked;
