package dev.sluice.testkit.internal.result;

import dev.sluice.testkit.engine.AthenaType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The text in which Athena shows a value, in a result file and in GetQueryResults alike. {@code athena-types.tsv} lists what
 * it must print. Nested text is not escaped: Athena's is not either, so it can't be parsed back in every case.
 */
public final class AthenaText {
    private static final HexFormat HEX_PAIRS = HexFormat.ofDelimiter(" ");
    private static final int FRACTION_DIGITS_OF_JAVA = 9;

    private AthenaText() {}

    /**
     * Renders a value.
     *
     * @param type its type
     * @param value the value in the form {@link AthenaType} names, or its very text
     * @return the text; null for NULL
     * @throws IllegalArgumentException if the value has not the form of its type
     */
    public static @Nullable String render(AthenaType type, @Nullable Object value) {
        return value == null ? null : text(type, value);
    }

    private static String text(AthenaType type, Object value) {
        if (value instanceof String s) {
            return s;
        }
        try {
            return switch (type.base()) {
                case "boolean", "tinyint", "smallint", "integer", "bigint", "real", "double", "date" ->
                    scalar(type, value);
                case "decimal" ->
                    ((BigDecimal) value)
                            .setScale(type.scale(), RoundingMode.UNNECESSARY)
                            .toPlainString();
                case "time" -> time((LocalTime) value, type.precision());
                case "time with time zone" -> offsetTime((OffsetTime) value, type.precision());
                case "timestamp" -> timestamp((LocalDateTime) value, type.precision());
                case "timestamp with time zone" -> zoned((ZonedDateTime) value, type.precision());
                case "interval day to second" -> dayToSecond((Duration) value);
                case "interval year to month" -> yearToMonth((Period) value);
                case "array" -> array(type, (List<?>) value);
                case "map" -> map(type, (Map<?, ?>) value);
                case "row" -> row(type, (List<?>) value);
                // Sketches and whatever else has bytes for a value.
                default -> HEX_PAIRS.formatHex((byte[]) value);
            };
        } catch (ClassCastException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "a value of class " + value.getClass().getName() + " does not fit the type " + type, e);
        }
    }

    private static String scalar(AthenaType type, Object value) {
        Class<?> form = switch (type.base()) {
            case "boolean" -> Boolean.class;
            case "tinyint" -> Byte.class;
            case "smallint" -> Short.class;
            case "integer" -> Integer.class;
            case "bigint" -> Long.class;
            case "real" -> Float.class;
            case "double" -> Double.class;
            default -> LocalDate.class;
        };
        return form.cast(value).toString();
    }

    private static String time(LocalTime value, int precision) {
        StringBuilder out = new StringBuilder(21);
        appendTime(out, value, precision);
        return out.toString();
    }

    private static String offsetTime(OffsetTime value, int precision) {
        StringBuilder out = new StringBuilder(27);
        appendTime(out, value.toLocalTime(), precision);
        String offset = value.getOffset().getId();
        return out.append(offset.equals("Z") ? "+00:00" : offset).toString();
    }

    private static String timestamp(LocalDateTime value, int precision) {
        StringBuilder out = new StringBuilder(32).append(value.toLocalDate()).append(' ');
        appendTime(out, value.toLocalTime(), precision);
        return out.toString();
    }

    private static String zoned(ZonedDateTime value, int precision) {
        return timestamp(value.toLocalDateTime(), precision) + " " + zone(value.getZone());
    }

    private static String zone(ZoneId zone) {
        String id = zone.getId();
        return id.equals("Z") ? "UTC" : id;
    }

    private static void appendTime(StringBuilder out, LocalTime time, int precision) {
        appendTwo(out, time.getHour());
        appendTwo(out, time.getMinute(), ':');
        appendTwo(out, time.getSecond(), ':');
        if (precision > 0) {
            out.append('.');
            int nanos = time.get(ChronoField.NANO_OF_SECOND);
            int divisor = 100_000_000;
            for (int digit = 0; digit < Math.min(precision, FRACTION_DIGITS_OF_JAVA); digit++) {
                out.append((char) ('0' + nanos / divisor % 10));
                divisor = Math.max(1, divisor / 10);
            }
            out.append("0".repeat(Math.max(0, precision - FRACTION_DIGITS_OF_JAVA)));
        }
    }

    private static String dayToSecond(Duration value) {
        Duration abs = value.abs();
        StringBuilder out = new StringBuilder(24);
        if (value.isNegative()) {
            out.append('-');
        }
        appendTwo(out.append(abs.toDaysPart()).append(' '), abs.toHoursPart());
        appendTwo(out, abs.toMinutesPart(), ':');
        appendTwo(out, abs.toSecondsPart(), ':');
        int millis = abs.toMillisPart();
        out.append('.').append((char) ('0' + millis / 100));
        appendTwo(out, millis % 100);
        return out.toString();
    }

    private static String yearToMonth(Period value) {
        long months = value.toTotalMonths();
        long abs = Math.abs(months);
        return (months < 0 ? "-" : "") + abs / 12 + "-" + abs % 12;
    }

    private static void appendTwo(StringBuilder out, int number, char before) {
        appendTwo(out.append(before), number);
    }

    private static void appendTwo(StringBuilder out, int number) {
        out.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }

    private static String array(AthenaType type, List<?> value) {
        AthenaType element = type.fields().get(0).type();
        StringBuilder out = new StringBuilder().append('[');
        for (int i = 0; i < value.size(); i++) {
            out.append(i == 0 ? "" : ", ").append(nested(element, value.get(i)));
        }
        return out.append(']').toString();
    }

    private static String map(AthenaType type, Map<?, ?> value) {
        AthenaType keys = type.fields().get(0).type();
        AthenaType values = type.fields().get(1).type();
        StringBuilder out = new StringBuilder().append('{');
        String comma = "";
        for (Map.Entry<?, ?> entry : value.entrySet()) {
            out.append(comma).append(nested(keys, entry.getKey()));
            out.append('=').append(nested(values, entry.getValue()));
            comma = ", ";
        }
        return out.append('}').toString();
    }

    private static String row(AthenaType type, List<?> value) {
        List<AthenaType.Field> fields = type.fields();
        if (fields.size() != value.size()) {
            throw new IllegalArgumentException("a row of " + value.size() + " values does not fit the type " + type);
        }
        StringBuilder out = new StringBuilder().append('{');
        for (int i = 0; i < fields.size(); i++) {
            AthenaType.Field field = fields.get(i);
            out.append(i == 0 ? "" : ", ");
            if (field.name() != null) {
                out.append(field.name()).append('=');
            }
            out.append(nested(field.type(), value.get(i)));
        }
        return out.append('}').toString();
    }

    private static String nested(AthenaType type, @Nullable Object value) {
        return value == null ? "null" : text(type, value);
    }
}
