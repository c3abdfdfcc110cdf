/** Tests of the DuckDB engine. */
@NullMarked
package dev.sluice.testkit.duckdb;

import org.jspecify.annotations.NullMarked;
