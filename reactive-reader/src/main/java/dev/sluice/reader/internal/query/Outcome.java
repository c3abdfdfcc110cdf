package dev.sluice.reader.internal.query;

import org.jspecify.annotations.Nullable;

/**
 * How a query came out, as one value: an error that meets a cancel would otherwise end in Reactor's hook for dropped errors.
 *
 * @param succeeded the last snapshot of a query that succeeded
 * @param error else, the error
 */
record Outcome(
        @Nullable ExecutionSnapshot succeeded, @Nullable Throwable error) {}
