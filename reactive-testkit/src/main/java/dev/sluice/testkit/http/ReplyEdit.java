package dev.sluice.testkit.http;

import java.io.IOException;

/**
 * Changes an answer on its way out.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface ReplyEdit {
    /**
     * Makes the changed answer.
     *
     * @param reply the answer of the service
     * @return what the client gets
     * @throws IOException when the body cannot be read
     */
    HttpReply edit(HttpReply reply) throws IOException;
}
