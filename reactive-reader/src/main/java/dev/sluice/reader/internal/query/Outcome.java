package dev.sluice.reader.internal.query;

import dev.sluice.reader.internal.reactor.Reply;
import org.jspecify.annotations.Nullable;

/**
 * How a query came out: one of the two.
 *
 * @param succeeded the last snapshot of a query that succeeded
 * @param error else, the error
 */
record Outcome(
        @Nullable ExecutionSnapshot succeeded, @Nullable Throwable error) {
    void answer(Reply<ExecutionSnapshot> reply) {
        if (succeeded != null) {
            reply.succeed(succeeded);
        } else if (error != null) {
            reply.fail(error);
        }
    }
}
