package dev.sluice.cli;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A parameter as it is typed: {@code 5} is a number, {@code true} a boolean, {@code abc} a string; {@code TYPE:VALUE} says
 * which it is.
 *
 * @param value a String, Long, BigDecimal, Double, Boolean, LocalDate or LocalDateTime; null for NULL
 */
record BindValue(@Nullable Object value) {
    private static final Pattern INTEGER = Pattern.compile("-?\\d{1,18}");
    private static final Pattern DECIMAL = Pattern.compile("-?\\d+\\.\\d+");

    static BindValue parse(String text) {
        int colon = text.indexOf(':');
        String type = colon < 0 ? "" : text.substring(0, colon).toLowerCase(Locale.ROOT);
        String rest = text.substring(colon + 1);
        try {
            return new BindValue(
                    switch (type) {
                        case "string" -> rest;
                        case "bigint" -> Long.valueOf(rest);
                        case "decimal" -> new BigDecimal(rest);
                        case "double" -> Double.valueOf(rest);
                        case "boolean" -> bool(rest);
                        case "date" -> LocalDate.parse(rest);
                        case "timestamp" -> LocalDateTime.parse(rest.replace(' ', 'T'));
                        case "null" -> null;
                        default -> guess(text);
                    });
        } catch (NumberFormatException | DateTimeParseException e) {
            throw new TypeConversionException("'" + rest + "' is no " + type);
        }
    }

    private static Object guess(String text) {
        if (INTEGER.matcher(text).matches()) {
            return Long.valueOf(text);
        }
        if (DECIMAL.matcher(text).matches()) {
            return new BigDecimal(text);
        }
        return text.equals("true") || text.equals("false") ? (Object) Boolean.valueOf(text) : text;
    }

    private static Boolean bool(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new TypeConversionException("'" + text + "' is no boolean");
        };
    }

    /** For picocli. */
    static final class Converter implements ITypeConverter<BindValue> {
        @Override
        public BindValue convert(String text) {
            return parse(text);
        }
    }
}
