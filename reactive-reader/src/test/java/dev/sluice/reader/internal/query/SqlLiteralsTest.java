package dev.sluice.reader.internal.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SqlLiteralsTest {
    static List<Arguments> literals() {
        Map<String, Integer> map = new LinkedHashMap<>();
        map.put("a", 1);
        map.put("b", null);
        return List.of(
                Arguments.of(null, "NULL"),
                Arguments.of("plain", "'plain'"),
                Arguments.of("", "''"),
                Arguments.of("it's ''quoted''; DROP TABLE x --", "'it''s ''''quoted''''; DROP TABLE x --'"),
                Arguments.of("back\\slash \n 😀", "'back\\slash \n 😀'"),
                Arguments.of('\'', "''''"),
                Arguments.of(new StringBuilder("built"), "'built'"),
                Arguments.of(DayOfWeek.MONDAY, "'MONDAY'"),
                Arguments.of(true, "TRUE"),
                Arguments.of(false, "FALSE"),
                Arguments.of((byte) -128, "TINYINT '-128'"),
                Arguments.of((short) 7, "SMALLINT '7'"),
                Arguments.of(-5, "-5"),
                Arguments.of(Long.MIN_VALUE, "BIGINT '-9223372036854775808'"),
                Arguments.of(1.5f, "REAL '1.5'"),
                Arguments.of(Float.NaN, "CAST(nan() AS real)"),
                Arguments.of(0.1, "DOUBLE '0.1'"),
                Arguments.of(1e300, "DOUBLE '1.0E300'"),
                Arguments.of(Double.NaN, "nan()"),
                Arguments.of(Double.POSITIVE_INFINITY, "infinity()"),
                Arguments.of(Double.NEGATIVE_INFINITY, "-infinity()"),
                Arguments.of(new BigDecimal("1E+3"), "DECIMAL '1000'"),
                Arguments.of(new BigDecimal("-0.50"), "DECIMAL '-0.50'"),
                Arguments.of(new BigInteger("12345678901234567890"), "DECIMAL '12345678901234567890'"),
                Arguments.of(LocalDate.of(2026, 1, 2), "DATE '2026-01-02'"),
                Arguments.of(LocalDate.of(-44, 3, 15), "DATE '-0044-03-15'"),
                Arguments.of(LocalDate.of(12345, 1, 1), "DATE '12345-01-01'"),
                Arguments.of(LocalTime.of(1, 2, 3), "TIME '01:02:03.000'"),
                Arguments.of(LocalDateTime.of(2026, 1, 2, 3, 4, 5), "TIMESTAMP '2026-01-02 03:04:05.000'"),
                Arguments.of(LocalDateTime.of(2026, 1, 2, 3, 4, 5, 120_000_000), "TIMESTAMP '2026-01-02 03:04:05.120'"),
                Arguments.of(LocalDateTime.of(2026, 1, 2, 3, 4, 5, 1_000), "TIMESTAMP '2026-01-02 03:04:05.000001'"),
                Arguments.of(LocalDateTime.of(2026, 1, 2, 3, 4, 5, 1), "TIMESTAMP '2026-01-02 03:04:05.000000001'"),
                Arguments.of(Instant.parse("2026-01-02T03:04:05.678Z"), "TIMESTAMP '2026-01-02 03:04:05.678 UTC'"),
                Arguments.of(
                        ZonedDateTime.of(2026, 1, 2, 3, 4, 5, 0, ZoneId.of("Europe/Berlin")),
                        "TIMESTAMP '2026-01-02 03:04:05.000 Europe/Berlin'"),
                Arguments.of(
                        OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 0, ZoneOffset.ofHours(-8)),
                        "TIMESTAMP '2026-01-02 03:04:05.000 -08:00'"),
                Arguments.of(
                        OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 0, ZoneOffset.UTC),
                        "TIMESTAMP '2026-01-02 03:04:05.000 UTC'"),
                Arguments.of(Period.of(3, 2, 0), "INTERVAL '3-2' YEAR TO MONTH"),
                Arguments.of(Period.ofMonths(-14), "INTERVAL -'1-2' YEAR TO MONTH"),
                Arguments.of(Duration.ofDays(2).plusHours(3).plusMillis(4), "INTERVAL '2 03:00:00.004' DAY TO SECOND"),
                Arguments.of(Duration.ofSeconds(-61), "INTERVAL -'0 00:01:01.000' DAY TO SECOND"),
                Arguments.of(new byte[] {0, (byte) 0xff, 0x1a}, "X'00FF1A'"),
                Arguments.of(new byte[0], "X''"),
                Arguments.of(
                        UUID.fromString("00000000-0000-0000-0000-000000000001"),
                        "UUID '00000000-0000-0000-0000-000000000001'"),
                Arguments.of(Arrays.asList(1, null, 3), "ARRAY[1, NULL, 3]"),
                Arguments.of(List.of(), "ARRAY[]"),
                Arguments.of(List.of(List.of("x'y")), "ARRAY[ARRAY['x''y']]"),
                Arguments.of(map, "MAP(ARRAY['a', 'b'], ARRAY[1, NULL])"));
    }

    @ParameterizedTest
    @MethodSource("literals")
    void everyClassHasItsLiteral(Object value, String literal) {
        assertThat(SqlLiterals.of(value)).isEqualTo(literal);
    }

    @Test
    void whatHasNoLiteralIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SqlLiterals.of(new Object()))
                .withMessageContaining("java.lang.Object");
        assertThatIllegalArgumentException().isThrownBy(() -> SqlLiterals.of(Period.ofDays(3)));
        assertThatIllegalArgumentException().isThrownBy(() -> SqlLiterals.of(Duration.ofNanos(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SqlLiterals.of(new java.util.concurrent.atomic.AtomicInteger(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> SqlLiterals.of(java.time.Year.of(2026)));
    }

    @Test
    void aDecimalHasNoMoreDigitsThanAthenaTakes() {
        String most = "9".repeat(38);
        assertThat(SqlLiterals.of(new BigDecimal(most))).isEqualTo("DECIMAL '" + most + "'");
        assertThat(SqlLiterals.of(new BigDecimal("1E-38"))).hasSize("DECIMAL ''".length() + 40);
        assertThat(SqlLiterals.of(new BigDecimal("1E+37"))).hasSize("DECIMAL ''".length() + 38);
        for (Number tooLong : List.of(
                new BigDecimal(most + "0"),
                new BigDecimal("1E+38"),
                new BigDecimal("1E-39"),
                new BigDecimal("1E+1000000000"),
                new BigInteger(most + "1"))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SqlLiterals.of(tooLong))
                    .withMessageContaining("38 digits");
        }
    }
}
