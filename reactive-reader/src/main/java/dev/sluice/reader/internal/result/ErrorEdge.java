package dev.sluice.reader.internal.result;

import dev.sluice.fs.ObjectChangedException;
import dev.sluice.fs.RangeExceedsBudgetException;
import dev.sluice.fs.StorageException;
import dev.sluice.fs.budget.BudgetExceededException;
import dev.sluice.reader.MemoryLimitExceededException;
import dev.sluice.reader.ResultChangedException;
import dev.sluice.reader.ResultPlace;
import dev.sluice.reader.ResultReadException;
import dev.sluice.reader.SluiceException;

/** Where errors from below become those that users know. Wraps once, and keeps the cause. */
public final class ErrorEdge {
    private ErrorEdge() {}

    /** The error of a source, as the user's own would not look: for what comes from below the mappers only. */
    public static Throwable ofSource(Throwable error) {
        if (error instanceof ObjectChangedException changed) {
            return new ResultChangedException("the result has changed: " + changed.getMessage(), error);
        }
        if (error instanceof RangeExceedsBudgetException range) {
            return new MemoryLimitExceededException(
                    "reading a piece of the result",
                    ResultPlace.unknown(),
                    range.requestedBytes(),
                    range.limitBytes(),
                    error);
        }
        if (error instanceof StorageException storage) {
            return new ResultReadException(
                    "the result could not be read: " + error.getMessage(), storage.isRetryable(), error);
        }
        if (error instanceof BudgetExceededException budget) {
            return new MemoryLimitExceededException(
                    "a piece of the result",
                    ResultPlace.unknown(),
                    budget.requestedBytes(),
                    budget.limitBytes(),
                    budget);
        }
        return error;
    }

    /** Names the query, where an error can be told whose it is. */
    public static Throwable ofQuery(Throwable error, String queryExecutionId) {
        return error instanceof SluiceException ours ? ours.withQueryExecutionId(queryExecutionId) : error;
    }
}
