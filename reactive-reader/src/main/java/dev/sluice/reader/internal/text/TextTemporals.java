package dev.sluice.reader.internal.text;

import dev.sluice.reader.TimestampUnit;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/** Dates, times and intervals from text, each to the number that Arrow keeps. */
final class TextTemporals {
    private static final long PICOS_OF_NANO = 1_000;
    private static final int FRACTION_DIGITS = 12;

    private TextTemporals() {}

    /** Days since 1970-01-01. */
    static int date(byte[] utf8, int from, int to) {
        Cursor cursor = new Cursor(utf8, from, to);
        LocalDate date = date(cursor);
        cursor.end();
        return days(date);
    }

    private static int days(LocalDate date) {
        long days = date.toEpochDay();
        if (days != (int) days) {
            throw TextFormatException.unsupported("a date beyond what 32 bits of days can hold");
        }
        return (int) days;
    }

    /** Nanoseconds since midnight. */
    static long time(byte[] utf8, int from, int to) {
        Cursor cursor = new Cursor(utf8, from, to);
        LocalTime time = time(cursor);
        cursor.end();
        return time.toNanoOfDay();
    }

    /** Units since 1970-01-01 00:00:00 in no zone. */
    static long timestamp(byte[] utf8, int from, int to, TimestampUnit unit) {
        Cursor cursor = new Cursor(utf8, from, to);
        LocalDateTime timestamp = timestamp(cursor);
        cursor.end();
        return units(timestamp.toInstant(ZoneOffset.UTC), unit);
    }

    /** Units since 1970-01-01 00:00:00 UTC. Where clocks were set back, a local time means the first of the two. */
    static long instant(byte[] utf8, int from, int to, TimestampUnit unit) {
        Cursor cursor = new Cursor(utf8, from, to);
        LocalDateTime local = timestamp(cursor);
        if (cursor.peek() == ' ') {
            cursor.expect(' ');
        }
        ZonedDateTime zoned = local.atZone(zone(cursor.rest()));
        return units(zoned.toInstant(), unit);
    }

    private static ZoneId zone(String name) {
        if (name.isEmpty()) {
            throw TextFormatException.malformed("it has no time zone");
        }
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw TextFormatException.malformed("its time zone is not known");
        }
    }

    private static long units(Instant instant, TimestampUnit unit) {
        long seconds = instant.getEpochSecond();
        int nanos = instant.getNano();
        try {
            if (unit == TimestampUnit.NANOSECOND) {
                return addUnits(seconds, 1_000_000_000L, nanos);
            }
            if (nanos % 1_000 != 0) {
                throw TextFormatException.unsupported(
                        "a timestamp finer than microseconds: set timestampUnit(NANOSECOND)");
            }
            return addUnits(seconds, 1_000_000L, nanos / 1_000);
        } catch (ArithmeticException e) {
            throw TextFormatException.unsupported(
                    unit == TimestampUnit.NANOSECOND
                            ? "a timestamp beyond what 64 bits of nanoseconds can hold: set timestampUnit(MICROSECOND)"
                            : "a timestamp beyond what 64 bits of microseconds can hold");
        }
    }

    /** Exact also at the very ends: before 1970 the seconds alone may not fit where the sum does. */
    private static long addUnits(long seconds, long perSecond, long fraction) {
        if (seconds < 0 && fraction > 0) {
            return Math.addExact(Math.multiplyExact(seconds + 1, perSecond), fraction - perSecond);
        }
        return Math.addExact(Math.multiplyExact(seconds, perSecond), fraction);
    }

    /** Milliseconds, from {@code 2 03:04:05.678} with a sign that counts for all of it. */
    static long dayToSecond(byte[] utf8, int from, int to) {
        Cursor cursor = new Cursor(utf8, from, to);
        boolean negative = cursor.sign();
        long days = cursor.number(1, 18);
        cursor.expect(' ');
        LocalTime time = time(cursor);
        cursor.end();
        if (time.toNanoOfDay() % 1_000_000 != 0) {
            throw TextFormatException.unsupported("an interval finer than milliseconds");
        }
        try {
            long millis = Math.addExact(Math.multiplyExact(days, 86_400_000L), time.toNanoOfDay() / 1_000_000);
            return negative ? -millis : millis;
        } catch (ArithmeticException e) {
            throw TextFormatException.malformed("it is out of range");
        }
    }

    /** Months, from {@code 3-2} with a sign that counts for all of it. */
    static int yearToMonth(byte[] utf8, int from, int to) {
        Cursor cursor = new Cursor(utf8, from, to);
        boolean negative = cursor.sign();
        long years = cursor.number(1, 9);
        cursor.expect('-');
        long months = cursor.number(1, 2);
        cursor.end();
        long all = years * 12 + months;
        if (months > 11 || all > Integer.MAX_VALUE) {
            throw TextFormatException.malformed("it is out of range");
        }
        return (int) (negative ? -all : all);
    }

    private static LocalDateTime timestamp(Cursor cursor) {
        LocalDate date = date(cursor);
        cursor.expect(' ');
        return LocalDateTime.of(date, time(cursor));
    }

    private static LocalDate date(Cursor cursor) {
        boolean negative = cursor.sign();
        int year = (int) cursor.number(4, 9);
        cursor.expect('-');
        int month = (int) cursor.number(2, 2);
        cursor.expect('-');
        int day = (int) cursor.number(2, 2);
        try {
            return LocalDate.of(negative ? -year : year, month, day);
        } catch (DateTimeException e) {
            throw TextFormatException.malformed("there is no such day");
        }
    }

    private static LocalTime time(Cursor cursor) {
        int hour = (int) cursor.number(2, 2);
        cursor.expect(':');
        int minute = (int) cursor.number(2, 2);
        cursor.expect(':');
        int second = (int) cursor.number(2, 2);
        long picos = cursor.peek() == '.' ? cursor.fraction(FRACTION_DIGITS) : 0;
        if (picos % PICOS_OF_NANO != 0) {
            throw TextFormatException.unsupported("a time finer than nanoseconds");
        }
        try {
            return LocalTime.of(hour, minute, second, (int) (picos / PICOS_OF_NANO));
        } catch (DateTimeException e) {
            throw TextFormatException.malformed("there is no such time");
        }
    }

    /** Walks through a text. */
    private static final class Cursor {
        private final byte[] utf8;
        private final int to;
        private int at;

        Cursor(byte[] utf8, int from, int to) {
            this.utf8 = utf8;
            this.at = from;
            this.to = to;
        }

        /** The next character, or 0 at the end. */
        int peek() {
            return at < to ? utf8[at] : 0;
        }

        void expect(char c) {
            if (peek() != c) {
                throw TextFormatException.malformed("'" + c + "' was expected at position " + at);
            }
            at++;
        }

        /** Takes a sign, if there is one; true for minus. */
        boolean sign() {
            int c = peek();
            if (c == '-' || c == '+') {
                at++;
            }
            return c == '-';
        }

        long number(int leastDigits, int mostDigits) {
            long value = 0;
            int digits = 0;
            while (digits < mostDigits && isDigit()) {
                value = value * 10 + (utf8[at++] - '0');
                digits++;
            }
            if (digits < leastDigits) {
                throw TextFormatException.malformed("a digit was expected at position " + at);
            }
            return value;
        }

        /** Digits behind a point, as if there were {@code digits} of them. */
        long fraction(int digits) {
            expect('.');
            int start = at;
            long value = number(1, digits);
            for (int given = at - start; given < digits; given++) {
                value *= 10;
            }
            return value;
        }

        private boolean isDigit() {
            return at < to && utf8[at] >= '0' && utf8[at] <= '9';
        }

        String rest() {
            return new String(utf8, at, to - at, StandardCharsets.UTF_8);
        }

        void end() {
            if (at != to) {
                throw TextFormatException.malformed("the end was expected at position " + at);
            }
        }
    }
}
