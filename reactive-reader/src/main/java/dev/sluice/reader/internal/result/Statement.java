package dev.sluice.reader.internal.result;

import dev.sluice.reader.ResultPlace;
import dev.sluice.reader.UnsupportedResultException;
import java.util.Locale;
import java.util.Set;

/**
 * As much of a statement as must be understood to wrap it in another: where its comments are, its first word, and its end. A
 * semicolon, a comment or a parenthesis around a query would else end up inside the wrapping.
 */
public final class Statement {
    private static final Set<String> QUERIES = Set.of("SELECT", "WITH", "VALUES", "TABLE");

    private final String sql;
    private final int start;
    private final int end;

    private Statement(String sql, int start, int end) {
        this.sql = sql;
        this.start = start;
        this.end = end;
    }

    /** Looks at a statement. */
    public static Statement of(String sql) {
        int first = -1;
        int behindLast = 0;
        int at = 0;
        while (at < sql.length()) {
            int next = skip(sql, at);
            if (isCode(sql, at)) {
                if (first < 0) {
                    first = at;
                }
                behindLast = next;
            }
            at = next;
        }
        return new Statement(sql, Math.max(0, first), behindLast);
    }

    /** The position behind the comment, the quoted text or the one character that starts here. */
    private static int skip(String sql, int at) {
        if (sql.startsWith("--", at)) {
            return behind(sql, "\n", at + 2);
        }
        if (sql.startsWith("/*", at)) {
            return behind(sql, "*/", at + 2);
        }
        char c = sql.charAt(at);
        // A doubled quote inside reads as two quoted texts side by side, which comes to the same.
        return c == '\'' || c == '"' || c == '`' ? behind(sql, String.valueOf(c), at + 1) : at + 1;
    }

    private static int behind(String sql, String mark, int from) {
        int found = sql.indexOf(mark, from);
        return found < 0 ? sql.length() : found + mark.length();
    }

    private static boolean isCode(String sql, int at) {
        char c = sql.charAt(at);
        return !Character.isWhitespace(c) && c != ';' && !sql.startsWith("--", at) && !sql.startsWith("/*", at);
    }

    /** The first word in capitals, looked for behind comments and opening parentheses; empty if there is none. */
    public String firstWord() {
        int at = start;
        while (at < end && (!isCode(sql, at) || sql.charAt(at) == '(')) {
            at = isCode(sql, at) ? at + 1 : skip(sql, at);
        }
        int from = at;
        while (at < end && Character.isLetter(sql.charAt(at))) {
            at++;
        }
        return sql.substring(from, at).toUpperCase(Locale.ROOT);
    }

    /** Whether it is a query, which alone can stand in another statement. */
    public boolean isQuery() {
        return QUERIES.contains(firstWord());
    }

    /** Whether it writes its rows to files by UNLOAD. */
    public boolean isUnload() {
        return firstWord().equals("UNLOAD");
    }

    /** The statement without what stands before and behind it: comments, blanks and semicolons. */
    public String core() {
        return sql.substring(start, end);
    }

    /**
     * Makes sure that the statement can stand in an UNLOAD.
     *
     * @throws UnsupportedResultException if it is no query
     */
    public void requireQuery() {
        if (!isQuery()) {
            throw new UnsupportedResultException(
                    "UNLOAD takes a query (SELECT, WITH, VALUES, TABLE), and this statement is none: read it with csv() or"
                            + " pages()",
                    ResultPlace.unknown(),
                    null);
        }
    }

    /**
     * The query in an UNLOAD.
     *
     * @param target an empty place of its own
     * @param compression Athena's name of the codec
     */
    public String unload(String target, String compression) {
        return "UNLOAD (" + core() + "\n) TO '" + target.replace("'", "''")
                + "' WITH (format = 'PARQUET', compression = '" + compression + "')";
    }

    /** A query for the columns and none of the rows. */
    public String withoutRows() {
        return "SELECT * FROM (" + core() + "\n) LIMIT 0";
    }
}
