/** Athena's protocol and what stands behind it: executions and their states, workgroups, prepared statements. */
@NullMarked
package dev.sluice.testkit.internal.athena;

import org.jspecify.annotations.NullMarked;
