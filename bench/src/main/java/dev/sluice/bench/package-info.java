/** The {@code bench} command: suites that measure Sluice's memory and speed, each case in a fresh JVM. */
@NullMarked
package dev.sluice.bench;

import org.jspecify.annotations.NullMarked;
