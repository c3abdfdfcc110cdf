package dev.sluice.reader.internal.query;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Map;
import java.util.StringJoiner;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Java values as SQL literals, which is the form in which Athena takes parameters: {@code 'it''s'}, {@code DATE '2026-10-01'}.
 * A literal can't be cut short by what is in it, so that a value never becomes part of the statement.
 */
public final class SqlLiterals {
    private static final int DECIMAL_DIGITS = 38;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private SqlLiterals() {}

    /**
     * A value as a literal.
     *
     * @throws IllegalArgumentException for a class that has no literal, naming it
     */
    public static String of(@Nullable Object value) {
        if (value == null) {
            return "NULL";
        }
        if (value instanceof CharSequence || value instanceof Character || value instanceof Enum<?>) {
            return quoted(value instanceof Enum<?> constant ? constant.name() : value.toString());
        }
        if (value instanceof Boolean flag) {
            return flag ? "TRUE" : "FALSE";
        }
        if (value instanceof Number number) {
            return number(number);
        }
        if (value instanceof Temporal || value instanceof Period || value instanceof Duration) {
            return temporal(value);
        }
        if (value instanceof byte[] bytes) {
            return "X'" + HEX.formatHex(bytes) + "'";
        }
        if (value instanceof UUID uuid) {
            return "UUID '" + uuid + "'";
        }
        if (value instanceof Collection<?> collection) {
            return array(collection.iterator());
        }
        if (value instanceof Map<?, ?> map) {
            return "MAP(" + array(map.keySet().iterator()) + ", "
                    + array(map.values().iterator()) + ")";
        }
        throw new IllegalArgumentException(
                "no SQL literal for a " + value.getClass().getName());
    }

    private static String array(Iterator<?> elements) {
        StringJoiner joined = new StringJoiner(", ", "ARRAY[", "]");
        elements.forEachRemaining(element -> joined.add(of(element)));
        return joined.toString();
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static String number(Number number) {
        if (number instanceof Byte) {
            return "TINYINT '" + number + "'";
        }
        if (number instanceof Short) {
            return "SMALLINT '" + number + "'";
        }
        if (number instanceof Integer) {
            return number.toString();
        }
        if (number instanceof Long) {
            return "BIGINT '" + number + "'";
        }
        if (number instanceof Float real) {
            return real.isNaN() || real.isInfinite() ? "CAST(" + special(real) + " AS real)" : "REAL '" + real + "'";
        }
        if (number instanceof Double real) {
            return real.isNaN() || real.isInfinite() ? special(real) : "DOUBLE '" + real + "'";
        }
        if (number instanceof BigDecimal decimal) {
            return decimal(decimal);
        }
        if (number instanceof BigInteger integer) {
            return decimal(new BigDecimal(integer));
        }
        throw new IllegalArgumentException(
                "no SQL literal for a " + number.getClass().getName());
    }

    private static String decimal(BigDecimal value) {
        long digits = Math.max(value.scale(), (long) value.precision() - Math.min(0, value.scale()));
        if (digits > DECIMAL_DIGITS) {
            throw new IllegalArgumentException(
                    "a decimal has at most " + DECIMAL_DIGITS + " digits in Athena, and this one " + digits);
        }
        return "DECIMAL '" + value.toPlainString() + "'";
    }

    private static String special(double value) {
        if (Double.isNaN(value)) {
            return "nan()";
        }
        return value > 0 ? "infinity()" : "-infinity()";
    }

    @SuppressWarnings("JavaPeriodGetDays") // months and days are different things here
    private static String temporal(Object value) {
        if (value instanceof LocalDate date) {
            return "DATE '" + date(date) + "'";
        }
        if (value instanceof LocalTime time) {
            return "TIME '" + time(time) + "'";
        }
        if (value instanceof LocalDateTime timestamp) {
            return "TIMESTAMP '" + timestamp(timestamp) + "'";
        }
        if (value instanceof Instant instant) {
            return "TIMESTAMP '" + timestamp(LocalDateTime.ofInstant(instant, ZoneOffset.UTC)) + " UTC'";
        }
        if (value instanceof ZonedDateTime zoned) {
            return "TIMESTAMP '" + timestamp(zoned.toLocalDateTime()) + " " + zone(zoned.getZone()) + "'";
        }
        if (value instanceof OffsetDateTime offset) {
            return "TIMESTAMP '" + timestamp(offset.toLocalDateTime()) + " " + zone(offset.getOffset()) + "'";
        }
        if (value instanceof Period period) {
            if (period.getDays() != 0) {
                throw new IllegalArgumentException(
                        "a period with days has no SQL literal of one interval type: " + period);
            }
            long months = period.toTotalMonths();
            String size = Math.abs(months / 12) + "-" + Math.abs(months % 12);
            return "INTERVAL " + sign(months < 0) + "'" + size + "' YEAR TO MONTH";
        }
        if (value instanceof Duration duration) {
            return interval(duration);
        }
        throw new IllegalArgumentException(
                "no SQL literal for a " + value.getClass().getName());
    }

    private static String zone(ZoneId zone) {
        return zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
    }

    private static String interval(Duration duration) {
        Duration size = duration.abs();
        if (size.toNanosPart() % 1_000_000 != 0) {
            throw new IllegalArgumentException("an interval has whole milliseconds: " + duration);
        }
        return "INTERVAL " + sign(duration.isNegative())
                + "'" + size.toDaysPart() + " " + two(size.toHoursPart()) + ":" + two(size.toMinutesPart()) + ":"
                + two(size.toSecondsPart()) + "." + digits(size.toMillisPart(), 3) + "' DAY TO SECOND";
    }

    private static String sign(boolean negative) {
        return negative ? "-" : "";
    }

    private static String timestamp(LocalDateTime timestamp) {
        return date(timestamp.toLocalDate()) + " " + time(timestamp.toLocalTime());
    }

    /** Four digits of a year at least; never the plus sign that Java puts before longer ones. */
    private static String date(LocalDate date) {
        String year = digits(Math.abs(date.getYear()), 4);
        return sign(date.getYear() < 0) + year + "-" + two(date.getMonthValue()) + "-" + two(date.getDayOfMonth());
    }

    /** Three digits of a second, since that is what most of Athena works with, and six or nine where the value has them. */
    private static String time(LocalTime time) {
        int nanos = time.getNano();
        String fraction;
        if (nanos % 1_000_000 == 0) {
            fraction = digits(nanos / 1_000_000, 3);
        } else if (nanos % 1_000 == 0) {
            fraction = digits(nanos / 1_000, 6);
        } else {
            fraction = digits(nanos, 9);
        }
        return two(time.getHour()) + ":" + two(time.getMinute()) + ":" + two(time.getSecond()) + "." + fraction;
    }

    private static String two(int number) {
        return digits(number, 2);
    }

    private static String digits(int number, int width) {
        String text = Integer.toString(number);
        return "0".repeat(Math.max(0, width - text.length())) + text;
    }
}
