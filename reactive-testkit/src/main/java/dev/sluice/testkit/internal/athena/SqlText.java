package dev.sluice.testkit.internal.athena;

import java.util.ArrayList;
import java.util.List;

/** As much of SQL's lexical form as it takes to leave strings, quoted names and comments alone. */
final class SqlText {
    private SqlText() {}

    /** The end of what begins here: a whole string, quoted name or comment, or else one character. */
    static int skip(String sql, int at) {
        char c = sql.charAt(at);
        if (c == '\'' || c == '"' || c == '`') {
            return closing(sql, at, c);
        }
        if (sql.startsWith("--", at)) {
            int end = sql.indexOf('\n', at);
            return end < 0 ? sql.length() : end;
        }
        if (sql.startsWith("/*", at)) {
            int end = sql.indexOf("*/", at + 2);
            return end < 0 ? sql.length() : end + 2;
        }
        return at + 1;
    }

    private static int closing(String sql, int at, char quote) {
        int i = at + 1;
        while (i < sql.length()) {
            if (sql.charAt(i) == quote) {
                if (i + 1 == sql.length() || sql.charAt(i + 1) != quote) {
                    return i + 1;
                }
                i++;
            }
            i++;
        }
        return sql.length();
    }

    /** Parts a list at its commas, those inside parentheses and brackets excepted. */
    static List<String> list(String sql) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        int i = 0;
        while (i < sql.length()) {
            char c = sql.charAt(i);
            int end = skip(sql, i);
            if (end == i + 1) {
                if (c == '(' || c == '[') {
                    depth++;
                } else if (c == ')' || c == ']') {
                    depth--;
                } else if (c == ',' && depth == 0) {
                    parts.add(sql.substring(start, i).strip());
                    start = end;
                }
            }
            i = end;
        }
        parts.add(sql.substring(start).strip());
        return parts;
    }

    /** Without the white space, comments and semicolon around it. */
    static String bare(String sql) {
        int start = 0;
        while (start < sql.length()) {
            boolean comment = sql.startsWith("--", start) || sql.startsWith("/*", start);
            if (!comment && !Character.isWhitespace(sql.charAt(start))) {
                break;
            }
            start = skip(sql, start);
        }
        String rest = sql.substring(start).strip();
        return rest.endsWith(";") ? rest.substring(0, rest.length() - 1).strip() : rest;
    }
}
