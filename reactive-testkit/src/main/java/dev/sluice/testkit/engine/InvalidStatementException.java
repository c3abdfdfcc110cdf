package dev.sluice.testkit.engine;

/**
 * A statement that Athena refuses before it gives out a query id: InvalidRequestException with MALFORMED_QUERY.
 *
 * @since 0.1
 */
public class InvalidStatementException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * Refuses a statement.
     *
     * @param message the text, in Trino's form: {@code line 1:8: mismatched input …}
     */
    public InvalidStatementException(String message) {
        super(message);
    }
}
