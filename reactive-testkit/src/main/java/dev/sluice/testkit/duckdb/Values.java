package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.AthenaType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.Blob;
import java.sql.SQLException;
import java.sql.Struct;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** DuckDB's values in the Java forms that {@link AthenaType} promises. */
final class Values {
    private static final Pattern INTERVAL = Pattern.compile("(?:(-?\\d+) years? ?)?(?:(-?\\d+) months? ?)?"
            + "(?:(-?\\d+) days? ?)?(?:(-?)(\\d+):(\\d+):(\\d+)(?:\\.(\\d{1,6}))?)?");
    private static final ZoneId UTC = ZoneId.of("UTC");

    private Values() {}

    static @Nullable Object of(@Nullable Object value, AthenaType type, @Nullable ZoneId zone) throws SQLException {
        if (value == null) {
            return null;
        }
        return switch (type.base()) {
            case "tinyint" -> ((Number) value).byteValue();
            case "smallint" -> ((Number) value).shortValue();
            case "integer" -> ((Number) value).intValue();
            case "bigint" ->
                value instanceof BigInteger big ? (Object) big.longValueExact() : ((Number) value).longValue();
            case "real" -> ((Number) value).floatValue();
            case "double" -> ((Number) value).doubleValue();
            case "decimal" -> decimal(value).setScale(type.scale());
            case "char" -> padded(value.toString(), type.precision());
            case "varbinary" -> bytes(value);
            case "time" -> value instanceof LocalTime time ? time : LocalTime.parse(value.toString());
            case "timestamp" -> timestamp(value);
            case "timestamp with time zone" -> instant(value).atZoneSameInstant(zone == null ? UTC : zone);
            case "interval day to second" -> duration(value.toString());
            case "interval year to month" -> Period.ofMonths(months(value.toString()));
            case "array" -> list((Array) value, type.fields().get(0).type(), zone);
            case "map" -> map(value, type, zone);
            case "row" -> row(value, type, zone);
            // Boolean, LocalDate and OffsetTime come as they are; what has no type of its own is its text.
            case "boolean", "date", "time with time zone" -> value;
            default -> value.toString();
        };
    }

    private static BigDecimal decimal(Object value) {
        return value instanceof BigDecimal d ? d : new BigDecimal(value.toString());
    }

    private static String padded(String text, int length) {
        int missing = length - text.codePointCount(0, text.length());
        return missing > 0 ? text + " ".repeat(missing) : text;
    }

    private static byte[] bytes(Object value) throws SQLException {
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        Blob blob = (Blob) value;
        return blob.getBytes(1, (int) blob.length());
    }

    private static LocalDateTime timestamp(Object value) {
        return value instanceof LocalDateTime time ? time : TimeText.timestamp(value.toString());
    }

    private static OffsetDateTime instant(Object value) {
        return value instanceof OffsetDateTime time ? time : TimeText.instant(value.toString());
    }

    private static Duration duration(String text) {
        Matcher m = interval(text);
        long micros = 0;
        if (m.group(5) != null) {
            micros = ((number(m.group(5)) * 60 + number(m.group(6))) * 60 + number(m.group(7))) * 1_000_000;
            micros += m.group(8) == null ? 0 : number((m.group(8) + "000000").substring(0, 6));
            micros = m.group(4).isEmpty() ? micros : -micros;
        }
        return Duration.ofDays(number(m.group(3))).plusNanos(micros * 1_000);
    }

    private static int months(String text) {
        Matcher m = interval(text);
        return (int) (number(m.group(1)) * 12 + number(m.group(2)));
    }

    private static Matcher interval(String text) {
        Matcher m = INTERVAL.matcher(text);
        if (!m.matches()) {
            throw new IllegalStateException("DuckDB's interval is not understood: " + text);
        }
        return m;
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    private static List<@Nullable Object> list(Array array, AthenaType element, @Nullable ZoneId zone)
            throws SQLException {
        List<@Nullable Object> list = new ArrayList<>();
        for (Object value : (Object[]) array.getArray()) {
            list.add(of(value, element, zone));
        }
        return list;
    }

    private static Map<@Nullable Object, @Nullable Object> map(Object value, AthenaType type, @Nullable ZoneId zone)
            throws SQLException {
        Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
            map.put(
                    of(entry.getKey(), type.fields().get(0).type(), zone),
                    of(entry.getValue(), type.fields().get(1).type(), zone));
        }
        return map;
    }

    private static List<@Nullable Object> row(Object value, AthenaType type, @Nullable ZoneId zone)
            throws SQLException {
        Object[] attributes = ((Struct) value).getAttributes();
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 0; i < attributes.length; i++) {
            row.add(of(attributes[i], type.fields().get(i).type(), zone));
        }
        return row;
    }
}
