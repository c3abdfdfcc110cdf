package dev.sluice.testkit.duckdb;

import io.trino.sql.tree.Expression;
import io.trino.sql.tree.StringLiteral;
import java.util.Map;

/** Patterns of dates: MySQL's (date_format) and Joda's (format_datetime) in the letters of DuckDB's strftime. */
final class DatePatterns {
    private static final Map<Character, String> MYSQL = Map.ofEntries(
            Map.entry('a', "%a"),
            Map.entry('b', "%b"),
            Map.entry('c', "%-m"),
            Map.entry('d', "%d"),
            Map.entry('e', "%-d"),
            Map.entry('f', "%f"),
            Map.entry('H', "%H"),
            Map.entry('h', "%I"),
            Map.entry('I', "%I"),
            Map.entry('i', "%M"),
            Map.entry('j', "%j"),
            Map.entry('k', "%-H"),
            Map.entry('l', "%-I"),
            Map.entry('M', "%B"),
            Map.entry('m', "%m"),
            Map.entry('p', "%p"),
            Map.entry('r', "%I:%M:%S %p"),
            Map.entry('S', "%S"),
            Map.entry('s', "%S"),
            Map.entry('T', "%H:%M:%S"),
            Map.entry('v', "%V"),
            Map.entry('W', "%A"),
            Map.entry('x', "%G"),
            Map.entry('Y', "%Y"),
            Map.entry('y', "%y"),
            Map.entry('%', "%%"));

    private static final Map<String, String> JODA = Map.ofEntries(
            Map.entry("y", "%Y"),
            Map.entry("yy", "%y"),
            Map.entry("yyyy", "%Y"),
            Map.entry("YYYY", "%Y"),
            Map.entry("M", "%-m"),
            Map.entry("MM", "%m"),
            Map.entry("MMM", "%b"),
            Map.entry("MMMM", "%B"),
            Map.entry("d", "%-d"),
            Map.entry("dd", "%d"),
            Map.entry("DDD", "%j"),
            Map.entry("H", "%-H"),
            Map.entry("HH", "%H"),
            Map.entry("h", "%-I"),
            Map.entry("hh", "%I"),
            Map.entry("m", "%-M"),
            Map.entry("mm", "%M"),
            Map.entry("s", "%-S"),
            Map.entry("ss", "%S"),
            Map.entry("SSS", "%g"),
            Map.entry("SSSSSS", "%f"),
            Map.entry("a", "%p"),
            Map.entry("E", "%a"),
            Map.entry("EEE", "%a"),
            Map.entry("EEEE", "%A"),
            Map.entry("Z", "%z"),
            Map.entry("ZZ", "%z"));

    private DatePatterns() {}

    /** DuckDB must know a pattern before it runs: so only literals can be translated. */
    static String literal(String function, Expression pattern) {
        if (pattern instanceof StringLiteral literal) {
            return literal.getValue();
        }
        throw new NotSupportedException("the local Athena needs a literal pattern for " + function);
    }

    static String fromMySql(String pattern) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c != '%' || i + 1 == pattern.length()) {
                out.append(c);
                continue;
            }
            char letter = pattern.charAt(++i);
            String translated = MYSQL.get(letter);
            if (translated == null) {
                throw new NotSupportedException("the local Athena does not know %" + letter + " in a date's pattern");
            }
            out.append(translated);
        }
        return out.toString();
    }

    static String fromJoda(String pattern) {
        StringBuilder out = new StringBuilder();
        int i = 0;
        while (i < pattern.length()) {
            char c = pattern.charAt(i);
            int end = i + 1;
            if (c == '\'') {
                end = pattern.indexOf('\'', i + 1);
                if (end < 0) {
                    throw new NotSupportedException("a quote in a date's pattern is not closed: " + pattern);
                }
                out.append(end == i + 1 ? "'" : pattern.substring(i + 1, end).replace("%", "%%"));
                end++;
            } else if (Character.isLetter(c)) {
                while (end < pattern.length() && pattern.charAt(end) == c) {
                    end++;
                }
                String field = pattern.substring(i, end);
                String translated = JODA.get(field);
                if (translated == null) {
                    throw new NotSupportedException("the local Athena does not know " + field + " in a date's pattern");
                }
                out.append(translated);
            } else {
                out.append(c == '%' ? "%%" : String.valueOf(c));
            }
            i = end;
        }
        return out.toString();
    }
}
