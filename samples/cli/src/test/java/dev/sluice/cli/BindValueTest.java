package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class BindValueTest {
    static Stream<Arguments> values() {
        return Stream.of(
                Arguments.of("5", 5L),
                Arguments.of("-12", -12L),
                Arguments.of("1.50", new BigDecimal("1.50")),
                Arguments.of("true", true),
                Arguments.of("abc", "abc"),
                Arguments.of("", ""),
                Arguments.of("99999999999999999999", "99999999999999999999"),
                Arguments.of("12:30", "12:30"),
                Arguments.of("https://x", "https://x"),
                Arguments.of("string:5", "5"),
                Arguments.of("string:a:b", "a:b"),
                Arguments.of("bigint:9223372036854775807", Long.MAX_VALUE),
                Arguments.of("decimal:7", new BigDecimal("7")),
                Arguments.of("double:1e3", 1000.0),
                Arguments.of("BOOLEAN:False", false),
                Arguments.of("date:2026-10-01", LocalDate.of(2026, 10, 1)),
                Arguments.of("timestamp:2026-10-01 12:00:00", LocalDateTime.of(2026, 10, 1, 12, 0)),
                Arguments.of("null:", null));
    }

    @ParameterizedTest
    @MethodSource("values")
    void typeIsSaidOrSeen(String text, Object value) {
        assertThat(BindValue.parse(text).value()).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bigint:x", "date:2026-13-01", "boolean:yes", "decimal:"})
    void valueThatIsNotOfItsTypeIsWrongUsage(String text) {
        assertThatThrownBy(() -> BindValue.parse(text)).isInstanceOf(TypeConversionException.class);
    }

    @Test
    void durationsAreReadAsTyped() {
        DurationText durations = new DurationText();

        assertThat(durations.convert("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(durations.convert("30s")).isEqualTo(Duration.ofSeconds(30));
        assertThat(durations.convert("5M")).isEqualTo(Duration.ofMinutes(5));
        assertThat(durations.convert("2h")).isEqualTo(Duration.ofHours(2));
        assertThat(durations.convert("PT1M30S")).isEqualTo(Duration.ofSeconds(90));
        assertThatThrownBy(() -> durations.convert("soon")).isInstanceOf(TypeConversionException.class);
        assertThatThrownBy(() -> durations.convert("0s")).isInstanceOf(TypeConversionException.class);
    }
}
