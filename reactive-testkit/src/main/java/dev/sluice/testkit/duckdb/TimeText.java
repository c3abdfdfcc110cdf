package dev.sluice.testkit.duckdb;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** DuckDB's text of timestamps, {@code 0002-01-01 (BC) 00:00:00.5+00}: nested ones are read so. */
final class TimeText {
    private static final Pattern TIMESTAMP =
            Pattern.compile("(\\d+)-(\\d\\d)-(\\d\\d)( \\(BC\\))? (\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?)(\\+00)?");

    private TimeText() {}

    static LocalDateTime timestamp(String text) {
        Matcher m = TIMESTAMP.matcher(text);
        if (!m.matches()) {
            throw new IllegalStateException("DuckDB's timestamp is not understood: " + text);
        }
        int year = Integer.parseInt(m.group(1));
        LocalDate date = LocalDate.of(
                m.group(4) == null ? year : 1 - year, Integer.parseInt(m.group(2)), Integer.parseInt(m.group(3)));
        return LocalDateTime.of(date, LocalTime.parse(m.group(5)));
    }

    /** The sessions' zone is UTC, so that the text has no other offset. */
    static OffsetDateTime instant(String text) {
        return timestamp(text).atOffset(ZoneOffset.UTC);
    }

    /** How DuckDB wants a year before the first: {@code -0001} is the second one BC. */
    static String toDuckDb(String literal) {
        if (!literal.startsWith("-")) {
            return literal.startsWith("+") ? literal.substring(1) : literal;
        }
        int end = literal.indexOf('-', 1);
        int space = literal.indexOf(' ');
        String year = String.format("%04d", 1 + Integer.parseInt(literal.substring(1, end)));
        String date = year + literal.substring(end, space < 0 ? literal.length() : space) + " (BC)";
        return space < 0 ? date : date + literal.substring(space);
    }
}
