package dev.sluice.cli;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as a shell user types them: {@code 30s}, {@code 500ms}, {@code 5m}, {@code 1h}; ISO 8601 too. */
final class DurationText implements ITypeConverter<Duration> {
    private static final Pattern SHORT = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    @Override
    public Duration convert(String text) {
        Duration duration = parse(text.toLowerCase(Locale.ROOT));
        if (duration.isZero() || duration.isNegative()) {
            throw new TypeConversionException("'" + text + "' is not a positive duration");
        }
        return duration;
    }

    private static Duration parse(String text) {
        Matcher matcher = SHORT.matcher(text);
        if (matcher.matches()) {
            long amount = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                default -> Duration.ofHours(amount);
            };
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException e) {
            throw new TypeConversionException("'" + text + "' is no duration such as 30s, 5m or PT1H");
        }
    }
}
