/** The {@code sluice} command: Athena queries from a shell, against AWS or an embedded local Athena. */
@NullMarked
package dev.sluice.cli;

import org.jspecify.annotations.NullMarked;
