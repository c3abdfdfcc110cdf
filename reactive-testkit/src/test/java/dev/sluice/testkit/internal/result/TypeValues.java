package dev.sluice.testkit.internal.result;

import dev.sluice.testkit.engine.AthenaType;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds the value of a line of {@code athena-types.tsv} from its text: the way back, written for values whose nested text
 * is not ambiguous. It shares no code with the renderer.
 */
final class TypeValues {
    private static final DateTimeFormatter DATE = new DateTimeFormatterBuilder()
            .appendValue(ChronoField.YEAR, 4, 10, SignStyle.EXCEEDS_PAD)
            .appendPattern("-MM-dd")
            .toFormatter();

    private TypeValues() {}

    static @Nullable Object of(AthenaType type, String text) {
        return switch (type.base()) {
            case "boolean" -> Boolean.valueOf(text);
            case "tinyint" -> Byte.valueOf(text);
            case "smallint" -> Short.valueOf(text);
            case "integer" -> Integer.valueOf(text);
            case "bigint" -> Long.valueOf(text);
            case "real" -> Float.valueOf(text);
            case "double" -> Double.valueOf(text);
            case "decimal" -> new BigDecimal(text);
            case "varbinary" -> HexFormat.ofDelimiter(" ").parseHex(text);
            case "date" -> date(text);
            case "time" -> type.precision() > 9 ? text : LocalTime.parse(text);
            case "time with time zone" -> OffsetTime.parse(text);
            case "timestamp" -> type.precision() > 9 ? text : timestamp(text);
            case "timestamp with time zone" -> zoned(text);
            case "interval day to second" -> dayToSecond(text);
            case "interval year to month" -> yearToMonth(text);
            case "array" -> {
                List<@Nullable Object> values = new ArrayList<>();
                split(text)
                        .forEach(part -> values.add(nested(type.fields().get(0).type(), part)));
                yield values;
            }
            case "map" -> map(type, text);
            case "row" -> row(type, text);
            default -> text;
        };
    }

    private static @Nullable Object nested(AthenaType type, String text) {
        return text.equals("null") ? null : of(type, text);
    }

    private static LocalDate date(String text) {
        return LocalDate.parse(text, DATE);
    }

    private static LocalDateTime timestamp(String text) {
        int space = text.indexOf(' ');
        return LocalDateTime.of(date(text.substring(0, space)), LocalTime.parse(text.substring(space + 1)));
    }

    private static ZonedDateTime zoned(String text) {
        int space = text.lastIndexOf(' ');
        String zone = text.substring(space + 1);
        return timestamp(text.substring(0, space)).atZone(zone.equals("UTC") ? ZoneOffset.UTC : ZoneId.of(zone));
    }

    private static Duration dayToSecond(String text) {
        boolean negative = text.startsWith("-");
        String[] parts = text.substring(negative ? 1 : 0).split("[ :.]");
        Duration value = Duration.ofDays(Long.parseLong(parts[0]))
                .plusHours(Long.parseLong(parts[1]))
                .plusMinutes(Long.parseLong(parts[2]))
                .plusSeconds(Long.parseLong(parts[3]))
                .plusMillis(Long.parseLong(parts[4]));
        return negative ? value.negated() : value;
    }

    private static Period yearToMonth(String text) {
        boolean negative = text.startsWith("-");
        String[] parts = text.substring(negative ? 1 : 0).split("-");
        int months = Integer.parseInt(parts[0]) * 12 + Integer.parseInt(parts[1]);
        return Period.ofMonths(negative ? -months : months);
    }

    private static Map<Object, @Nullable Object> map(AthenaType type, String text) {
        Map<Object, @Nullable Object> values = new LinkedHashMap<>();
        for (String part : split(text)) {
            int equals = part.indexOf('=');
            values.put(
                    of(type.fields().get(0).type(), part.substring(0, equals)),
                    nested(type.fields().get(1).type(), part.substring(equals + 1)));
        }
        return values;
    }

    private static List<@Nullable Object> row(AthenaType type, String text) {
        List<@Nullable Object> values = new ArrayList<>();
        List<String> parts = split(text);
        for (int i = 0; i < parts.size(); i++) {
            AthenaType.Field field = type.fields().get(i);
            String part = field.name() == null
                    ? parts.get(i)
                    : parts.get(i).substring(field.name().length() + 1);
            values.add(nested(field.type(), part));
        }
        return values;
    }

    /** Parts the inside of brackets at its outer commas. */
    private static List<String> split(String text) {
        String inside = text.substring(1, text.length() - 1);
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < inside.length(); i++) {
            char c = inside.charAt(i);
            depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
            if (depth == 0 && inside.startsWith(", ", i)) {
                parts.add(inside.substring(start, i));
                start = i + 2;
            }
        }
        if (!inside.isEmpty()) {
            parts.add(inside.substring(start));
        }
        return parts;
    }
}
