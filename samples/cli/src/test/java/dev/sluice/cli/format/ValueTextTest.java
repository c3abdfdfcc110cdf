package dev.sluice.cli.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ValueTextTest {
    static Stream<Arguments> values() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("a", 1);
        row.put("b", null);
        return Stream.of(
                Arguments.of(null, null),
                Arguments.of("", ""),
                Arguments.of("ünï 🎉", "ünï 🎉"),
                Arguments.of(true, "true"),
                Arguments.of((byte) -128, "-128"),
                Arguments.of(Long.MAX_VALUE, "9223372036854775807"),
                Arguments.of(1.0e7, "1.0E7"),
                Arguments.of(0.001, "0.001"),
                Arguments.of(Float.NaN, "NaN"),
                Arguments.of(new BigDecimal("1.50"), "1.50"),
                Arguments.of(new BigDecimal("1E-38"), "0.00000000000000000000000000000000000001"),
                Arguments.of(new byte[] {0, (byte) 0xff, 0x10}, "00 ff 10"),
                Arguments.of(new byte[0], ""),
                Arguments.of(LocalDate.of(2024, 2, 29), "2024-02-29"),
                Arguments.of(LocalTime.of(1, 2, 3), "01:02:03.000"),
                Arguments.of(LocalTime.of(1, 2, 3, 123_456_000), "01:02:03.123456"),
                Arguments.of(LocalDateTime.of(2024, 2, 29, 1, 2, 3), "2024-02-29 01:02:03.000"),
                Arguments.of(LocalDateTime.of(2024, 2, 29, 1, 2, 3, 1_000), "2024-02-29 01:02:03.000001"),
                Arguments.of(Instant.parse("2024-02-29T01:02:03.5Z"), "2024-02-29 01:02:03.500 UTC"),
                Arguments.of(
                        Duration.ofDays(2)
                                .plusHours(3)
                                .plusMinutes(4)
                                .plusSeconds(5)
                                .plusMillis(678),
                        "2 03:04:05.678"),
                Arguments.of(Duration.ofMillis(-1_500), "-0 00:00:01.500"),
                Arguments.of(Period.of(1, 2, 0), "1-2"),
                Arguments.of(Period.ofMonths(-14), "-1-2"),
                Arguments.of(Arrays.asList(1, null, List.of("x")), "[1, null, [x]]"),
                Arguments.of(row, "{a=1, b=null}"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void readsAsAthenaWouldWriteIt(Object value, String text) {
        assertThat(ValueText.of(value)).isEqualTo(text);
    }
}
