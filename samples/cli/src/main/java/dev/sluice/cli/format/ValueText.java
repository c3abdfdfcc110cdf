package dev.sluice.cli.format;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A value as Athena writes it in its own CSV, so that text looks alike whatever path it came by. */
final class ValueText {
    private static final HexFormat BYTES = HexFormat.ofDelimiter(" ");
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 3, 9, true)
            .toFormatter(Locale.ROOT);
    private static final DateTimeFormatter TIMESTAMP = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd ")
            .append(TIME)
            .toFormatter(Locale.ROOT);

    private ValueText() {}

    /** The text of a value, or null for NULL. */
    static @Nullable String of(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        if (value instanceof byte[] bytes) {
            return BYTES.formatHex(bytes);
        }
        if (value instanceof LocalDateTime timestamp) {
            return TIMESTAMP.format(timestamp);
        }
        if (value instanceof Instant instant) {
            return TIMESTAMP.format(instant.atOffset(ZoneOffset.UTC)) + " UTC";
        }
        if (value instanceof LocalTime time) {
            return TIME.format(time);
        }
        if (value instanceof Duration interval) {
            return dayToSecond(interval);
        }
        if (value instanceof Period interval) {
            return yearToMonth(interval);
        }
        if (value instanceof List<?> list) {
            return list(list);
        }
        if (value instanceof Map<?, ?> map) {
            return map(map);
        }
        return value.toString(); // numbers, boolean, date
    }

    private static String dayToSecond(Duration interval) {
        Duration size = interval.abs();
        return String.format(
                Locale.ROOT,
                "%s%d %02d:%02d:%02d.%03d",
                interval.isNegative() ? "-" : "",
                size.toDays(),
                size.toHoursPart(),
                size.toMinutesPart(),
                size.toSecondsPart(),
                size.toMillisPart());
    }

    private static String yearToMonth(Period interval) {
        long months = interval.toTotalMonths();
        long size = Math.abs(months);
        return (months < 0 ? "-" : "") + size / 12 + "-" + size % 12;
    }

    private static String list(List<?> list) {
        StringBuilder text = new StringBuilder("[");
        for (Iterator<?> elements = list.iterator(); elements.hasNext(); ) {
            text.append(inner(elements.next())).append(elements.hasNext() ? ", " : "");
        }
        return text.append(']').toString();
    }

    private static String map(Map<?, ?> map) {
        StringBuilder text = new StringBuilder("{");
        for (Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator(); entries.hasNext(); ) {
            Map.Entry<?, ?> entry = entries.next();
            text.append(inner(entry.getKey()))
                    .append('=')
                    .append(inner(entry.getValue()))
                    .append(entries.hasNext() ? ", " : "");
        }
        return text.append('}').toString();
    }

    private static String inner(@Nullable Object value) {
        String text = of(value);
        return text == null ? "null" : text;
    }
}
