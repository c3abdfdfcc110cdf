package dev.sluice.testkit.duckdb;

/** Quoting. */
final class Sql {
    private Sql() {}

    static String identifier(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    static String literal(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }
}
