package dev.sluice.reader;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A moment of a query and of reading its result.
 *
 * @param queryExecutionId the query; null until Athena has answered the start
 * @param state where it stands
 * @param elapsed since the subscription
 * @param files how many objects of the result have been opened; 0 where there are none to read
 * @param totalFiles how many there are, or -1 while not known
 * @param bytes read so far, as they are stored: compressed
 * @param rows delivered so far
 * @param memoryInUseBytes what the result holds of its memory limit now
 * @param memoryLimitBytes that limit
 * @since 0.1
 */
public record QueryProgress(
        @Nullable String queryExecutionId,
        QueryState state,
        Duration elapsed,
        int files,
        int totalFiles,
        long bytes,
        long rows,
        long memoryInUseBytes,
        long memoryLimitBytes) {}
