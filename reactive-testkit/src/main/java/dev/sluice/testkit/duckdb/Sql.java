package dev.sluice.testkit.duckdb;

/** Quoting. */
final class Sql {
    private Sql() {}

    static String identifier(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** A text, whatever is in it: DuckDB's own parser ends at a NUL, so that one has to be called by its number. */
    static String literal(String text) {
        String quoted = '\'' + text.replace("'", "''") + '\'';
        return text.indexOf('\0') < 0 ? quoted : "(" + quoted.replace("\0", "' || chr(0) || '") + ")";
    }
}
