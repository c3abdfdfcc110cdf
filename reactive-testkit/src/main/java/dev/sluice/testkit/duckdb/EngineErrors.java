package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.EngineException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** DuckDB's errors in Athena's words. */
final class EngineErrors {
    private static final int SYNTAX_OR_SEMANTICS = 1006;
    private static final int USER_ERROR = 1000;
    private static final int DATA_ERROR = 1001;
    private static final int INTERNAL = 400;
    private static final Pattern TABLE = Pattern.compile("Table with name (\\S+) does not exist");
    private static final Pattern COLUMN = Pattern.compile("Referenced column \"([^\"]+)\" (?:was )?not found");
    private static final Pattern COLUMN_OF =
            Pattern.compile("does not have a column named \"([^\"]+)\"|column named \"([^\"]+)\"");
    private static final Pattern FUNCTION = Pattern.compile("Function with name (\\S+) does not exist");
    private static final Pattern CAST = Pattern.compile("Could not convert string '(.*)' to (\\S+)");
    private static final Pattern UNGROUPED = Pattern.compile("column \"([^\"]+)\" must appear in the GROUP BY clause");
    private static final Pattern SCHEMA = Pattern.compile("Schema with name (\\S+) does not exist");

    private EngineErrors() {}

    static EngineException of(SQLException e) {
        return of(e, new Places(null));
    }

    static EngineException of(SQLException e, Places places) {
        String message = String.valueOf(e.getMessage());
        String first = message.lines().findFirst().orElse(message);
        Matcher m = TABLE.matcher(message);
        if (m.find()) {
            return user(
                    SYNTAX_OR_SEMANTICS,
                    "TABLE_NOT_FOUND: line 1:1: Table 'awsdatacatalog." + trim(m.group(1)) + "' does not exist");
        }
        m = SCHEMA.matcher(message);
        if (m.find()) {
            return user(
                    SYNTAX_OR_SEMANTICS,
                    "SCHEMA_NOT_FOUND: line 1:1: Schema '" + trim(m.group(1)) + "' does not exist");
        }
        m = COLUMN.matcher(message);
        if (m.find()) {
            return user(
                    SYNTAX_OR_SEMANTICS, "COLUMN_NOT_FOUND: line 1:1: Column '" + m.group(1) + "' cannot be resolved");
        }
        m = COLUMN_OF.matcher(message);
        if (m.find() && message.startsWith("Binder Error")) {
            String column = m.group(1) == null ? m.group(2) : m.group(1);
            return user(SYNTAX_OR_SEMANTICS, "COLUMN_NOT_FOUND: line 1:1: Column '" + column + "' cannot be resolved");
        }
        m = FUNCTION.matcher(message);
        if (m.find()) {
            return user(
                    SYNTAX_OR_SEMANTICS,
                    "FUNCTION_NOT_FOUND: " + places.of(trim(m.group(1))) + ": Function '" + trim(m.group(1))
                            + "' not registered");
        }
        m = UNGROUPED.matcher(message);
        if (m.find()) {
            return user(
                    SYNTAX_OR_SEMANTICS,
                    "EXPRESSION_NOT_AGGREGATE: " + places.of(m.group(1)) + ": '" + m.group(1)
                            + "' must be an aggregate expression or appear in GROUP BY clause");
        }
        if (message.contains("Division by zero")) {
            return user(DATA_ERROR, "DIVISION_BY_ZERO: Division by zero");
        }
        if (message.startsWith("Invalid Input Error: HIVE_BAD_DATA")) {
            return user(DATA_ERROR, first.substring("Invalid Input Error: ".length()));
        }
        if (message.startsWith("Invalid Input Error: NOT_SUPPORTED")) {
            return user(USER_ERROR, first.substring("Invalid Input Error: ".length()));
        }
        if (message.startsWith("Conversion Error")) {
            return user(DATA_ERROR, "INVALID_CAST_ARGUMENT: " + castText(first));
        }
        if (message.startsWith("Out of Range Error")) {
            return user(DATA_ERROR, "NUMERIC_VALUE_OUT_OF_RANGE: " + text(first));
        }
        if (message.startsWith("Binder Error") || message.startsWith("Parser Error")) {
            return user(SYNTAX_OR_SEMANTICS, "SYNTAX_ERROR: line 1:1: " + text(first));
        }
        if (message.startsWith("Invalid Input Error")) {
            return user(DATA_ERROR, "INVALID_FUNCTION_ARGUMENT: " + text(first));
        }
        if (message.startsWith("Out of Memory Error")) {
            return new EngineException(
                    EngineException.SYSTEM,
                    6,
                    false,
                    "EXCEEDED_LOCAL_MEMORY_LIMIT: Query exceeded per-node memory limit");
        }
        return new EngineException(EngineException.SYSTEM, INTERNAL, true, "GENERIC_INTERNAL_ERROR: " + first);
    }

    static EngineException user(int type, String message) {
        return new EngineException(EngineException.USER, type, false, message);
    }

    static EngineException notSupported(String message) {
        return user(USER_ERROR, "NOT_SUPPORTED: " + message);
    }

    static EngineException semantic(String message) {
        return user(SYNTAX_OR_SEMANTICS, message);
    }

    static <T extends Exception> T with(T exception, Exception cause) {
        exception.initCause(cause);
        return exception;
    }

    private static String trim(String name) {
        return name.replaceAll("[\"'!.]+$|^[\"']+", "").toLowerCase(Locale.ROOT);
    }

    private static String castText(String line) {
        Matcher m = CAST.matcher(line);
        return m.find() ? "Cannot cast '" + m.group(1) + "' to " + m.group(2).replaceAll("\\d+$", "") : text(line);
    }

    private static String text(String line) {
        int colon = line.indexOf(": ");
        return colon < 0 ? line : line.substring(colon + 2);
    }
}
