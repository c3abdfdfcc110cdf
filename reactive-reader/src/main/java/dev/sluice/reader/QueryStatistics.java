package dev.sluice.reader;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What Athena says a query took. Athena may leave out any of it, which then is null.
 *
 * @param dataScannedBytes what the query read, which is what it is billed by
 * @param totalTime from taking the query to having its result
 * @param queueTime waiting for capacity
 * @param planningTime within {@code engineTime}
 * @param engineTime running
 * @param serviceTime finishing the result after the engine had run
 * @param reusedPreviousResult whether the result is an earlier query's; false if not told
 * @param statementType {@code DML}, {@code DDL} or {@code UTILITY}
 * @param substatementType such as {@code SELECT} or {@code CREATE_TABLE_AS_SELECT}
 * @since 0.1
 */
public record QueryStatistics(
        @Nullable Long dataScannedBytes,
        @Nullable Duration totalTime,
        @Nullable Duration queueTime,
        @Nullable Duration planningTime,
        @Nullable Duration engineTime,
        @Nullable Duration serviceTime,
        boolean reusedPreviousResult,
        @Nullable String statementType,
        @Nullable String substatementType) {}
