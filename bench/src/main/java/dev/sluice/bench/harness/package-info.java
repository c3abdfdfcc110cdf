/** Runs cases: child JVMs, servers in a process of their own, memory sampled from outside. Knows no suite. */
@NullMarked
package dev.sluice.bench.harness;

import org.jspecify.annotations.NullMarked;
