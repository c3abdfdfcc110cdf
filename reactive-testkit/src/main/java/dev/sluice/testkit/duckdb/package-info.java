/** The default engine of the local Athena: Trino's parser in front, DuckDB behind. */
@NullMarked
package dev.sluice.testkit.duckdb;

import org.jspecify.annotations.NullMarked;
