package dev.sluice.testkit.engine;

import dev.sluice.testkit.s3.ObjectStore;
import java.nio.file.Path;

/**
 * What an execution may use.
 *
 * @param queryExecutionId the query's id
 * @param store where UNLOAD, CTAS and INSERT put their files
 * @param outputLocation the effective output location, {@code s3://bucket/prefix/}; where CTAS puts a table that names no place
 * @param scratch an empty directory on the store's file system, removed after the execution
 * @since 0.1
 */
public record ExecutionContext(String queryExecutionId, ObjectStore store, String outputLocation, Path scratch) {}
