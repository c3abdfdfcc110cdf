/** Tests of the Parquet path: files by several writers, oracles, corruption, limits. */
package dev.sluice.reader.internal.parquet;
