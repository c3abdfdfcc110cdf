package dev.sluice.testkit.internal.athena;

import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.engine.StatementRequest;

/** Counts the question marks of a statement that stand outside of strings, quoted names and comments. */
final class ParameterMarkers {
    private static final int USER_ERROR = 1000;

    private ParameterMarkers() {}

    /** Fails as Athena does when a statement has another number of markers than the request has parameters. */
    static void check(StatementRequest request) throws EngineException {
        int markers = count(request.sql());
        int given = request.parameters().size();
        if (markers != given) {
            throw new EngineException(
                    EngineException.USER,
                    USER_ERROR,
                    false,
                    "INVALID_PARAMETER_USAGE: line 1:1: Incorrect number of parameters: expected " + markers
                            + " but found " + given);
        }
    }

    static int count(String sql) {
        int markers = 0;
        int i = 0;
        while (i < sql.length()) {
            int end = SqlText.skip(sql, i);
            if (end == i + 1 && sql.charAt(i) == '?') {
                markers++;
            }
            i = end;
        }
        return markers;
    }
}
